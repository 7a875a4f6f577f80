//! Any bytes as the decompressed contents of a certificate. They are compressed first, so that the
//! checksum, which a fuzzer hardly ever gets right, is valid.

#![no_main]

libfuzzer_sys::fuzz_target!(|contents: &[u8]| {
    gametree_fuzz::judge(&gametree_fuzz::packed(contents));
});
