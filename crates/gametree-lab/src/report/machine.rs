//! What kind of machine this is: processor, cores and memory, and nothing else about it.

use std::fs::read_to_string;
use std::num::NonZero;

/// Processor, cores and memory, as far as the system tells.
pub fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    let plural = if cores == 1 { "core" } else { "cores" };
    let field = |file: &str, name: &str| {
        let text = read_to_string(file).ok()?;
        let line = text.lines().find(|line| line.starts_with(name))?;
        Some(line.split_once(':')?.1.trim().to_string())
    };
    let model = field("/proc/cpuinfo", "model name");
    let memory = field("/proc/meminfo", "MemTotal").and_then(|text| {
        let kilobytes: f64 = text.split_whitespace().next()?.parse().ok()?;
        Some(format!(", {:.0} GB of memory", kilobytes * 1024.0 / 1e9))
    });
    let model = model.unwrap_or_else(|| std::env::consts::ARCH.into());
    format!("{model}, {cores} {plural}{}", memory.unwrap_or_default())
}
