//! Sizes and generators as data: what is read is checked as if it were made.

use crate::{Rng, Size, SizeError};
use serde::ser::Error;
use serde::{Deserialize, Serialize, Serializer};

/// A size as it is written.
#[derive(Serialize, Deserialize)]
pub(crate) struct Sides {
    rows: usize,
    columns: usize,
}

impl From<Size> for Sides {
    fn from(size: Size) -> Self {
        Self { rows: size.rows(), columns: size.cols() }
    }
}

impl TryFrom<Sides> for Size {
    type Error = SizeError;

    fn try_from(sides: Sides) -> Result<Self, SizeError> {
        Self::new(sides.rows, sides.columns)
    }
}

impl TryFrom<[u64; 4]> for Rng {
    type Error = &'static str;

    fn try_from(state: [u64; 4]) -> Result<Self, Self::Error> {
        Self::from_state(state).ok_or("found four zeros, expected the state of a generator")
    }
}

impl Serialize for Rng {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let state = self.state().ok_or_else(|| S::Error::custom("a secret generator is not written down"))?;
        state.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Dir, Point, Rng, Size};

    #[test]
    fn what_is_written_is_read_back() {
        let point = Point::new(-1, 3);
        assert_eq!(serde_json::to_string(&(point, Dir::Left)).unwrap(), r#"[[-1,3],"left"]"#);
        assert_eq!(serde_json::from_str::<Point>("[-1,3]").unwrap(), point);
        let size = Size::new(3, 4).unwrap();
        assert_eq!(serde_json::to_string(&size).unwrap(), r#"{"rows":3,"columns":4}"#);
        assert_eq!(serde_json::from_str::<Size>(r#"{"rows":3,"columns":4}"#).unwrap(), size);
        let mut rng = Rng::new(3);
        rng.bits();
        let mut again: Rng = serde_json::from_str(&serde_json::to_string(&rng).unwrap()).unwrap();
        assert_eq!(again.bits(), rng.bits());
    }

    #[test]
    fn what_cannot_be_is_refused() {
        assert!(serde_json::from_str::<Size>(r#"{"rows":0,"columns":4}"#).is_err());
        assert!(serde_json::from_str::<Size>(r#"{"rows":1000000,"columns":1000000}"#).is_err());
        assert!(serde_json::from_str::<Rng>("[0,0,0,0]").is_err());
        assert!(serde_json::to_string(&Rng::from_secret(&[1; 32], 0)).is_err());
    }
}
