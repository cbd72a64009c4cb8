#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| dedale_fuzz::read("match-magic", bytes));
