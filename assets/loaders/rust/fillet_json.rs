//! Reads JSON strictly, and values with clear errors. fillet_file.rs needs this file.
//! MIT License, see LICENSE.
use std::collections::HashMap;
use std::sync::Arc;

pub type Map = HashMap<String, Json>;
pub type Point = [f64; 2];
type Result<T> = std::result::Result<T, String>;

/// A value. Whole numbers that f64 does not hold exactly are Bits.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Bits(u64),
    Text(String),
    List(Vec<Json>),
    Object(Arc<Map>),
}

const MAX_DEPTH: usize = 64;

/// Parses a text.
pub fn parse(text: &str) -> Result<Json> {
    let mut p = Parser { text: text.as_bytes(), at: 0, depth: 0 };
    let value = p.value()?;
    match p.peek() {
        0 => Ok(value),
        _ => Err(p.broken("something follows the end")),
    }
}

struct Parser<'a> {
    text: &'a [u8],
    at: usize,
    depth: usize,
}

impl Parser<'_> {
    fn broken(&self, what: &str) -> String {
        let line = 1 + self.text[..self.at.min(self.text.len())].iter().filter(|&&c| c == b'\n').count();
        format!("line {line}: {what}")
    }

    /// Skips white space and returns the next byte, or 0 at the end.
    fn peek(&mut self) -> u8 {
        while self.text.get(self.at).is_some_and(|c| b" \t\r\n".contains(c)) {
            self.at += 1;
        }
        self.text.get(self.at).copied().unwrap_or(0)
    }

    fn expect(&mut self, c: u8) -> Result<()> {
        if self.peek() != c {
            return Err(self.broken(&format!("expected {}", c as char)));
        }
        self.at += 1;
        Ok(())
    }

    fn value(&mut self) -> Result<Json> {
        match self.peek() {
            b'"' => Ok(Json::Text(self.string()?)),
            c @ (b'{' | b'[') => {
                self.depth += 1;
                if self.depth > MAX_DEPTH {
                    return Err(self.broken("values are nested too deeply"));
                }
                let value = if c == b'{' { self.object()? } else { self.list()? };
                self.depth -= 1;
                Ok(value)
            }
            _ => self.word(),
        }
    }

    fn word(&mut self) -> Result<Json> {
        let from = self.at;
        while self.text.get(self.at).is_some_and(|c| c.is_ascii_alphanumeric() || b"+-.".contains(c)) {
            self.at += 1;
        }
        let word = std::str::from_utf8(&self.text[from..self.at]).unwrap_or("");
        match word {
            "true" | "false" => return Ok(Json::Bool(word == "true")),
            "null" => return Ok(Json::Null),
            _ if word.len() > 15 && word.bytes().all(|c| c.is_ascii_digit()) => {
                if let Ok(bits) = word.parse() {
                    return Ok(Json::Bits(bits));
                }
            }
            _ => {}
        }
        let starts = word.starts_with(|c: char| c == '-' || c.is_ascii_digit());
        match word.parse::<f64>() {
            Ok(number) if starts && number.is_finite() => Ok(Json::Number(number)),
            _ => Err(self.broken("expected a value")),
        }
    }

    fn object(&mut self) -> Result<Json> {
        let mut map = Map::new();
        self.expect(b'{')?;
        while self.peek() != b'}' {
            if !map.is_empty() {
                self.expect(b',')?;
            }
            if self.peek() != b'"' {
                return Err(self.broken("expected a key"));
            }
            let key = self.string()?;
            self.expect(b':')?;
            let value = self.value()?;
            if map.insert(key.clone(), value).is_some() {
                return Err(self.broken(&format!("a second {key}")));
            }
        }
        self.at += 1;
        Ok(Json::Object(Arc::new(map)))
    }

    fn list(&mut self) -> Result<Json> {
        let mut list = Vec::new();
        self.expect(b'[')?;
        while self.peek() != b']' {
            if !list.is_empty() {
                self.expect(b',')?;
            }
            list.push(self.value()?);
        }
        self.at += 1;
        Ok(Json::List(list))
    }

    fn string(&mut self) -> Result<String> {
        let (mut units, mut bytes) = (Vec::new(), Vec::new());
        self.at += 1;
        loop {
            let c = self.text.get(self.at).copied().unwrap_or(0);
            self.at += 1;
            let is_unit = c == b'\\' && self.text.get(self.at) == Some(&b'u');
            if !is_unit && !units.is_empty() {
                bytes.extend(String::from_utf16_lossy(&units).into_bytes());
                units.clear();
            }
            match c {
                b'"' => return String::from_utf8(bytes).map_err(|_| self.broken("a string is no UTF-8")),
                b'\\' if is_unit => units.push(self.unit()?),
                b'\\' => bytes.push(self.escaped()?),
                0..=31 => return Err(self.broken("a string does not end")),
                _ => bytes.push(c),
            }
        }
    }

    fn escaped(&mut self) -> Result<u8> {
        let c = self.text.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        match b"\"\\/bfnrt".iter().position(|&e| e == c) {
            Some(i) => Ok(b"\"\\/\x08\x0c\n\r\t"[i]),
            None => Err(self.broken("a wrong escape")),
        }
    }

    fn unit(&mut self) -> Result<u16> {
        let digits = self.text.get(self.at + 1..self.at + 5).and_then(|d| std::str::from_utf8(d).ok());
        self.at += 5;
        digits.and_then(|d| u16::from_str_radix(d, 16).ok()).ok_or_else(|| self.broken("a wrong escape"))
    }
}

/// Reads values of records in the units of the loaders. The place is for messages.
pub struct Reader {
    pub place: String,
    pub metre: f64,       // length of the file's unit
    pub is_flipped: bool, // whether y points the other way in the file
}

impl Reader {
    pub fn broken<T>(&self, what: &str) -> Result<T> {
        Err(format!("{}: {what}", self.place))
    }

    pub fn record<'a>(&self, value: &'a Json) -> Result<&'a Arc<Map>> {
        match value {
            Json::Object(map) => Ok(map),
            _ => self.broken("a record is no object"),
        }
    }

    pub fn object(&self, r: &Map, key: &str) -> Result<Arc<Map>> {
        match r.get(key) {
            Some(Json::Object(map)) => Ok(map.clone()),
            None => Ok(Arc::default()),
            _ => self.broken(&format!("{key} is no object")),
        }
    }

    pub fn text(&self, r: &Map, key: &str) -> Result<String> {
        match r.get(key) {
            Some(Json::Text(text)) => Ok(text.clone()),
            None | Some(Json::Null) => Ok(String::new()),
            _ => self.broken(&format!("{key} has a value of the wrong kind")),
        }
    }

    pub fn list<'a>(&self, r: &'a Map, key: &str) -> Result<&'a [Json]> {
        match r.get(key) {
            Some(Json::List(list)) => Ok(list),
            None | Some(Json::Null) => Ok(&[]),
            _ => self.broken(&format!("{key} has a value of the wrong kind")),
        }
    }

    pub fn is(&self, r: &Map, key: &str) -> Result<bool> {
        match r.get(key) {
            Some(Json::Bool(value)) => Ok(*value),
            None => Ok(false),
            _ => self.broken(&format!("{key} has a value of the wrong kind")),
        }
    }

    pub fn float(&self, value: &Json, key: &str) -> Result<f64> {
        match value {
            Json::Number(number) => Ok(*number),
            Json::Bits(bits) => Ok(*bits as f64),
            _ => self.broken(&format!("{key} needs a number")),
        }
    }

    pub fn number(&self, r: &Map, key: &str, missing: f64) -> Result<f64> {
        match r.get(key) {
            None | Some(Json::Null) => Ok(missing),
            Some(value) => self.float(value, key),
        }
    }

    pub fn bits(&self, r: &Map, key: &str) -> Result<u64> {
        match r.get(key) {
            Some(Json::Bits(bits)) => Ok(*bits),
            Some(Json::Number(n)) if *n >= 0.0 && n.fract() == 0.0 => Ok(*n as u64),
            _ => self.broken(&format!("{key} is no set of bits")),
        }
    }

    pub fn numbers(&self, value: &Json, count: usize, key: &str) -> Result<Vec<f64>> {
        match value {
            Json::List(list) if list.len() == count => list.iter().map(|v| self.float(v, key)).collect(),
            _ => self.broken(&format!("{key} needs {count} numbers")),
        }
    }

    /// Converts a point, a velocity or an acceleration.
    pub fn vec(&self, value: &Json, key: &str) -> Result<Point> {
        let n = self.numbers(value, 2, key)?;
        Ok([n[0] * self.metre, n[1] * if self.is_flipped { -self.metre } else { self.metre }])
    }

    pub fn point(&self, r: &Map, key: &str) -> Result<Point> {
        match r.get(key) {
            None | Some(Json::Null) => Ok([0.0; 2]),
            Some(value) => self.vec(value, key),
        }
    }

    /// Converts an angle or a spin.
    pub fn angle(&self, degrees: f64) -> f64 {
        degrees.to_radians() * if self.is_flipped { -1.0 } else { 1.0 }
    }

    /// Converts an outline, which keeps turning +x toward +y.
    pub fn outline(&self, value: &Json, key: &str) -> Result<Vec<Point>> {
        match value {
            Json::List(list) if !list.is_empty() => {
                let mut points = list.iter().map(|v| self.vec(v, key)).collect::<Result<Vec<_>>>()?;
                if self.is_flipped {
                    points.reverse();
                }
                Ok(points)
            }
            _ => self.broken(&format!("{key} needs a list of points")),
        }
    }
}
