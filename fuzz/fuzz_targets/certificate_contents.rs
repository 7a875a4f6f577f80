//! Any bytes as what a certificate holds once it is unpacked. They are packed first, so that the check
//! sum, which a fuzzer hardly ever gets right, is.

#![no_main]

libfuzzer_sys::fuzz_target!(|contents: &[u8]| {
    gametree_fuzz::judge(&gametree_fuzz::packed(contents));
});
