pub fn par(name: &str, default: i32) -> i32 { std::env::var(name).ok().and_then(|x| x.parse().ok()).unwrap_or(default) }
