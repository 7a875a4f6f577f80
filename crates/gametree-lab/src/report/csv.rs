//! Rows as CSV (RFC 4180), for spreadsheets and statistics programs.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::experiments::{Fields, Row};

/// The rows as a table: a column for each field of the units, then for each field that was found.
///
/// ```
/// use gametree_lab::experiments::{Fields, Row};
/// use gametree_lab::report::csv;
///
/// let row = |h: u64, text: &str| Row {
///     unit: Fields::new().with("h", h),
///     found: Fields::new().with("moves", text).with("won", true),
///     ran: Vec::new(),
/// };
/// assert_eq!(csv(&[row(1, "a,b"), row(2, "c")]), "h,moves,won\n1,\"a,b\",true\n2,c,true\n");
/// ```
pub fn csv(rows: &[Row]) -> String {
    let names = |of: fn(&Row) -> &Fields| {
        let all = rows.iter().flat_map(|row| of(row).iter().map(|(name, _)| name.as_str()));
        all.collect::<BTreeSet<&str>>()
    };
    let (units, found) = (names(|row| &row.unit), names(|row| &row.found));
    let header: Vec<String> = units.iter().chain(&found).map(|name| quoted(name)).collect();
    let mut text = header.join(",") + "\n";
    for row in rows {
        let entry = |fields: &Fields, name: &str| {
            let value = fields.iter().find(|(other, _)| *other == name).map(|(_, value)| value);
            value.map_or(String::new(), written)
        };
        let of_unit = units.iter().map(|name| entry(&row.unit, name));
        let of_found = found.iter().map(|name| entry(&row.found, name));
        let entries: Vec<String> = of_unit.chain(of_found).map(|text| quoted(&text)).collect();
        text += &(entries.join(",") + "\n");
    }
    text
}

fn written(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(all) => all.iter().map(written).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

/// In quotation marks where the text needs them.
pub(crate) fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.into()
    }
}
