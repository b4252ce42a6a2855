//! Errors as the host gets them.

use serde_json::json;

/// Why there is no answer.
#[derive(Debug)]
pub struct Failure {
    /// The name of a `pgnz::ErrorKind`.
    pub kind: String,
    /// What is wrong, and what to do.
    pub message: String,
}

impl Failure {
    /// The caller asks for something that is not possible.
    pub fn argument(message: impl Into<String>) -> Self {
        Self {
            kind: format!("{:?}", pgnz::ErrorKind::InvalidArgument),
            message: message.into(),
        }
    }

    pub fn to_json(&self) -> Vec<u8> {
        json!({"kind": self.kind, "message": self.message})
            .to_string()
            .into_bytes()
    }
}

impl From<pgnz::Error> for Failure {
    fn from(error: pgnz::Error) -> Self {
        Self {
            kind: format!("{:?}", error.kind()),
            message: error.to_string(),
        }
    }
}

impl From<pgnz::FilterError> for Failure {
    fn from(error: pgnz::FilterError) -> Self {
        Self::argument(error.to_string())
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self::argument(format!(
            "the request is not the JSON that it should be: {error}"
        ))
    }
}
