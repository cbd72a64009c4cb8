//! Colours.

use std::fmt;

/// A colour with red, green, blue and opacity from 0 to 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Color {
    /// Red.
    pub r: u8,
    /// Green.
    pub g: u8,
    /// Blue.
    pub b: u8,
    /// Opacity; 255 hides what is below.
    pub a: u8,
}

impl Color {
    /// An opaque colour written as `0xRRGGBB`.
    pub const fn hex(rgb: u32) -> Self {
        Self { r: (rgb >> 16) as u8, g: (rgb >> 8) as u8, b: rgb as u8, a: 255 }
    }

    /// The same colour with another opacity.
    #[must_use]
    pub const fn alpha(self, a: u8) -> Self {
        Self { a, ..self }
    }

    /// A place on a scale from cold and dark (0) to warm and bright (255) that
    /// also reads in grey and for the colour-blind.
    pub fn heat(value: u8) -> Self {
        /// Stops of a perceptually even scale from violet over green to yellow.
        const STOPS: [u32; 6] = [0x44_01_54, 0x3f_4a_8a, 0x26_82_8e, 0x2f_b4_7c, 0x9f_d8_3a, 0xfd_e7_25];
        let position = f32::from(value) / 255.0 * (STOPS.len() - 1) as f32;
        let low = (position as usize).min(STOPS.len() - 2);
        Self::hex(STOPS[low]).mix(Self::hex(STOPS[low + 1]), position - low as f32)
    }

    /// A colour of its own for every class; neighbours in number differ much.
    pub fn class(class: u32) -> Self {
        // Steps of the golden angle never come close to an earlier hue soon.
        let hue = (f64::from(class) * 137.507_764).rem_euclid(360.0) as f32;
        let lightness = [0.62, 0.5, 0.72][class as usize % 3];
        Self::hsl(hue, 0.6, lightness)
    }

    /// A colour from hue (0–360), saturation and lightness (0–1).
    pub fn hsl(hue: f32, saturation: f32, lightness: f32) -> Self {
        let chroma = saturation * lightness.min(1.0 - lightness);
        let channel = |n: f32| {
            let k = (n + hue / 30.0) % 12.0;
            let value = lightness - chroma * (k - 3.0).min(9.0 - k).clamp(-1.0, 1.0);
            (value * 255.0).round() as u8
        };
        Self { r: channel(0.0), g: channel(8.0), b: channel(4.0), a: 255 }
    }

    /// The colour `share` of the way towards another.
    #[must_use]
    pub fn mix(self, other: Self, share: f32) -> Self {
        let blend = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * share).round() as u8;
        Self {
            r: blend(self.r, other.r),
            g: blend(self.g, other.g),
            b: blend(self.b, other.b),
            a: blend(self.a, other.a),
        }
    }

    /// How bright the eye finds it, 0 to 255.
    pub fn luma(self) -> u8 {
        ((u32::from(self.r) * 54 + u32::from(self.g) * 183 + u32::from(self.b) * 19) >> 8) as u8
    }
}

impl fmt::Display for Color {
    /// As CSS writes it: `#rrggbb`, with two more digits when it is not opaque.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.r, self.g, self.b)?;
        if self.a == 255 { Ok(()) } else { write!(f, "{:02x}", self.a) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_colours() {
        assert_eq!(Color::hsl(0.0, 1.0, 0.5), Color::hex(0xff0000));
        assert_eq!(Color::hsl(120.0, 1.0, 0.5), Color::hex(0x00ff00));
        assert_eq!(Color::heat(0).to_string(), "#440154");
        assert_eq!(Color::heat(255).to_string(), "#fde725");
        assert_eq!(Color::hex(0x123456).alpha(64).to_string(), "#12345640");
        assert!(Color::heat(200).luma() > Color::heat(100).luma());
    }
}
