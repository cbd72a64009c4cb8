//! The table as documents for programs: JSON schemas for the API's document,
//! and TypeScript for the page.
