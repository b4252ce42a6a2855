//! Errors as the host gets them.

use serde_json::{Value, json};

/// Why there is no answer.
#[derive(Debug)]
pub struct Failure {
    /// The name of a `pgnz::ErrorKind`.
    pub kind: String,
    /// What is wrong, and what to do.
    pub message: String,
    /// The field of a form that cannot be read.
    pub field: Option<String>,
}

impl Failure {
    /// The caller asks for something that is not possible.
    pub fn argument(message: impl Into<String>) -> Self {
        Self {
            kind: format!("{:?}", pgnz::ErrorKind::InvalidArgument),
            message: message.into(),
            field: None,
        }
    }

    /// The page's questions fail like those of HTTP: with a status, and JSON that says why.
    pub fn of_page(status: u16, content: &[u8]) -> Self {
        let told: Value = serde_json::from_slice(content).unwrap_or_default();
        let kind = match status {
            500.. => pgnz::ErrorKind::Corruption,
            _ => pgnz::ErrorKind::InvalidArgument,
        };
        Self {
            kind: format!("{kind:?}"),
            message: told["error"].as_str().unwrap_or_default().to_owned(),
            field: told["field"].as_str().map(str::to_owned),
        }
    }

    pub fn to_json(&self) -> Vec<u8> {
        let mut told = json!({"kind": self.kind, "message": self.message});
        if let Some(field) = &self.field {
            told["field"] = field.as_str().into();
        }
        told.to_string().into_bytes()
    }
}

impl From<pgnz::Error> for Failure {
    fn from(error: pgnz::Error) -> Self {
        Self {
            kind: format!("{:?}", error.kind()),
            message: error.to_string(),
            field: None,
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
