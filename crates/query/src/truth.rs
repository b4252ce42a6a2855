//! Truth values with a third value for "unknown", and sets of possible truth values.
//!
//! Not part of the format.

/// A truth value, as far as the game shows it: the three-valued logic of SQL (Kleene's).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// False.
    False,
    /// Unknown.
    Unknown,
    /// True.
    True,
}

/// The possible truth values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Truths(u8);

impl Truths {
    pub const NONE: Self = Self(0);
    pub const FALSE: Self = Self(1);
    pub const UNKNOWN: Self = Self(2);
    pub const TRUE: Self = Self(4);
    pub const ANY: Self = Self(7);

    const EACH: [Self; 3] = [Self::FALSE, Self::UNKNOWN, Self::TRUE];

    /// True or false.
    pub fn of(is_so: bool) -> Self {
        if is_so { Self::TRUE } else { Self::FALSE }
    }

    /// Those of the two that are possible.
    pub fn possible(can_be_true: bool, can_be_false: bool) -> Self {
        let or_none = |can_be: bool, truth| if can_be { truth } else { Self::NONE };
        or_none(can_be_true, Self::TRUE).with(or_none(can_be_false, Self::FALSE))
    }

    /// The union with other truth values.
    pub fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The possible results of "and" for two independent values. False is the least, true the greatest.
    pub fn and(self, other: Self) -> Self {
        self.combine(other, |a, b| if a.0 < b.0 { a } else { b })
    }

    /// The possible results of "or".
    pub fn or(self, other: Self) -> Self {
        self.combine(other, |a, b| if a.0 > b.0 { a } else { b })
    }

    /// The possible results of "not".
    pub fn not(self) -> Self {
        Self((self.0 & 1) << 2 | self.0 & 2 | self.0 >> 2)
    }

    /// The possible results of "is not true".
    pub fn not_true(self) -> Self {
        let others = Self::FALSE.with(Self::UNKNOWN);
        Self::possible(self.0 & others.0 != 0, self.contains(Self::TRUE))
    }

    fn combine(self, other: Self, of: impl Fn(Self, Self) -> Self) -> Self {
        let mut all = Self::NONE;
        for a in Self::EACH.into_iter().filter(|&a| self.contains(a)) {
            for b in Self::EACH.into_iter().filter(|&b| other.contains(b)) {
                all = all.with(of(a, b));
            }
        }
        all
    }

    /// The only truth in the set; unknown if there are several.
    pub fn only(self) -> Truth {
        match self {
            Self::TRUE => Truth::True,
            Self::FALSE => Truth::False,
            _ => Truth::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_stands_between_false_and_true() {
        let [f, u, t] = Truths::EACH;
        assert_eq!((f.and(u), u.and(t), u.and(u)), (f, u, u));
        assert_eq!((f.or(u), u.or(t), u.or(u)), (u, t, u));
        assert_eq!((f.not(), u.not(), t.not()), (t, u, f));
        assert_eq!((f.not_true(), u.not_true(), t.not_true()), (t, t, f));
        assert_eq!(t.with(u).not_true(), f.with(t));
        assert_eq!(Truths::ANY.and(f), f);
        assert_eq!(Truths::ANY.or(u), u.with(t));
        assert_eq!(t.with(u).not(), f.with(u));
    }
}
