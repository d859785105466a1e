//! A configuration as it stands in `run.json`, read back.

use engine::rules::Rules;
use serde_json::Value;

use crate::config::Config;
use crate::contender::Contender;
use crate::plan::{MAX_BOTS, Seating};
use crate::ugi::engines::Engines;

/// Reads what [`Config`] writes.
///
/// # Errors
///
/// With what is wrong, in words.
pub fn read(value: &Value) -> Result<Config, String> {
    let whole = |key: &str| {
        value[key].as_u64().ok_or_else(|| format!("{key}: got {}, takes a number", value[key]))
    };
    let texts = |key: &str| -> Result<Vec<&Value>, String> {
        let items = value[key].as_array().filter(|items| !items.is_empty());
        Ok(items
            .ok_or_else(|| format!("{key}: got {}, takes a list", value[key]))?
            .iter()
            .collect())
    };
    let mut bots = Vec::new();
    for name in texts("bots")? {
        let name = name.as_str().ok_or_else(|| format!("bots: got {name}, takes names"))?;
        bots.push(Contender::named(name).map_err(|error| format!("bots: {error}"))?);
    }
    if bots.len() > MAX_BOTS {
        return Err(format!("bots: got {}, takes {MAX_BOTS} at most", bots.len()));
    }
    let mut seats = Vec::new();
    for count in texts("seats")? {
        let read = count.as_u64().and_then(|count| u8::try_from(count).ok());
        seats.push(read.ok_or_else(|| format!("seats: got {count}, takes numbers"))?);
    }
    let config = Config {
        games: whole("games")?,
        seats,
        bots,
        seed: whole("seed")?,
        rules: rules(&value["rules"])?,
        opening: u32::try_from(whole("opening")?).map_err(|error| format!("opening: {error}"))?,
        engines: match value.get("engines") {
            None => Engines::default(),
            Some(engines) => self::engines(engines)?,
        },
        seating: match value.get("seating") {
            None => Seating::default(),
            Some(name) if name == Seating::Every.name() => Seating::Every,
            Some(name) => return Err(format!("seating: got {name}")),
        },
    };
    for &seats in &config.seats {
        config.board(seats).map_err(|error| format!("seats: {error}"))?;
    }
    let written = serde_json::to_value(&config).map_err(|error| error.to_string())?;
    if written == *value { Ok(config) } else { Err("it is not as a run writes it".to_string()) }
}

fn rules(axes: &Value) -> Result<Rules, String> {
    let axes = axes.as_object().ok_or("rules: takes an object")?;
    let mut rules = Rules::default();
    for (axis, value) in axes {
        let value = value.as_str().ok_or_else(|| format!("rules: {axis}: takes text"))?;
        rules.set(axis, value).map_err(|error| format!("rules: {error}"))?;
    }
    Ok(rules)
}

fn engines(flags: &Value) -> Result<Engines, String> {
    let mut engines = Engines::default();
    for (flag, value) in flags.as_object().ok_or("engines: takes an object")? {
        let value = value.as_str().ok_or_else(|| format!("engines: {flag}: takes text"))?;
        engines.set(flag, value).map_err(|error| format!("engines: {flag}: {error}"))?;
    }
    Ok(engines)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(rules: &str, bots: &[&str]) -> Config {
        Config {
            games: 4000,
            seats: vec![3, 2],
            bots: bots.iter().map(|name| Contender::named(name).unwrap()).collect(),
            seed: u64::MAX,
            rules: Rules::preset(rules).unwrap(),
            opening: 3,
            engines: Engines::default(),
            seating: Seating::Every,
        }
    }

    #[test]
    fn what_is_written_reads_back() {
        let mut engines = config("hub", &["cmd:node 'a,b.mjs'", "hard:noise=0.1"]);
        engines.engines.set("engine-go", "depth 3 nodes 100").unwrap();
        engines.engines.set("on-engine-error", "void").unwrap();
        engines.engines.set("engine-limit", "77").unwrap();
        let mut axes = config("standard", &["random"]);
        axes.rules.set("cap", "200total").unwrap();
        axes.rules.set("layout", "0,3/0,2,4").unwrap();
        axes.rules.set("arm", "3").unwrap();
        for config in [engines, axes, config("magmacrunch", &["easy"])] {
            let value = serde_json::to_value(&config).unwrap();
            assert_eq!(read(&value), Ok(config));
        }
    }

    #[test]
    fn what_is_damaged_is_refused() {
        let value = serde_json::to_value(config("hub", &["random"])).unwrap();
        for (key, bad, part) in [
            ("games", Value::from("many"), "games: got \"many\""),
            ("seats", Value::from(vec![5]), "seats: "),
            ("seats", Value::from(Vec::<u8>::new()), "seats: "),
            ("bots", Value::from(vec!["nobody"]), "bots: "),
            ("opening", Value::from(1_u64 << 40), "opening: "),
            ("rules", Value::Null, "rules: "),
            ("more", Value::from(1), "not as a run writes it"),
        ] {
            let mut damaged = value.clone();
            damaged[key] = bad;
            let error = read(&damaged).unwrap_err();
            assert!(error.contains(part), "{error}");
        }
    }
}
