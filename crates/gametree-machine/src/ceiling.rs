//! How much memory a search may take if nobody says.

use std::fs;
use std::path::Path;

/// Assumed if the system does not say how much memory there is.
const UNKNOWN: usize = 4 << 30;

/// Half of the machine's memory, or of what a control group allows the process, in bytes: the default limit of
/// a search whose tree grows.
///
/// ```
/// assert!(gametree_machine::ceiling() > 0);
/// ```
pub fn ceiling() -> usize {
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let allowed = groups.lines().filter_map(|line| allowed(line, Path::new("/sys/fs/cgroup")));
    let there = fs::read_to_string("/proc/meminfo").ok().and_then(|text| total(&text));
    allowed.chain(there).min().unwrap_or(UNKNOWN) / 2
}

/// What `/proc/meminfo` says: `MemTotal: 16384 kB`.
fn total(meminfo: &str) -> Option<usize> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<usize>().ok()?.checked_mul(1024)
}

/// The smallest limit of a group of `/proc/self/cgroup` and its ancestors, if there is one.
fn allowed(line: &str, mount: &Path) -> Option<usize> {
    // Version 2 has one line, `0::/path`; version 1 has one per resource.
    let mut fields = line.splitn(3, ':').skip(1);
    let (controllers, path) = (fields.next()?, fields.next()?.trim_start_matches('/'));
    let (folder, file) = match controllers {
        "" => (mount.to_path_buf(), "memory.max"),
        many if many.split(',').any(|name| name == "memory") => {
            (mount.join("memory"), "memory.limit_in_bytes")
        }
        _ => return None,
    };
    let own = folder.join(path);
    let groups = own.ancestors().take_while(|group| group.starts_with(&folder));
    let limit = |group: &Path| fs::read_to_string(group.join(file)).ok()?.trim().parse().ok();
    groups.filter_map(limit).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_of_what_groups_allow_counts() {
        let mount = std::env::temp_dir().join(format!("gametree-groups-{}", std::process::id()));
        let inner = mount.join("a/b");
        fs::create_dir_all(&inner).unwrap();
        fs::write(inner.join("memory.max"), "max\n").unwrap();
        assert_eq!(allowed("0::/a/b", &mount), None);
        fs::write(mount.join("a/memory.max"), "3000000\n").unwrap();
        assert_eq!(allowed("0::/a/b", &mount), Some(3_000_000));
        fs::write(inner.join("memory.max"), "2000000\n").unwrap();
        assert_eq!(allowed("0::/a/b", &mount), Some(2_000_000));
        assert_eq!(allowed("4:cpu,cpuacct:/a/b", &mount), None);
        fs::create_dir_all(mount.join("memory/c")).unwrap();
        fs::write(mount.join("memory/c/memory.limit_in_bytes"), "1000\n").unwrap();
        assert_eq!(allowed("7:memory:/c", &mount), Some(1000));
        fs::remove_dir_all(&mount).unwrap();
        assert_eq!(total("MemFree: 3 kB\nMemTotal:       16384 kB\n"), Some(16384 * 1024));
    }
}
