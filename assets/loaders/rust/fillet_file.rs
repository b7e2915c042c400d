//! Reads Fillet's collider files (version 2) for the loaders for Rapier and Bevy. Needs fillet_json.rs,
//! fillet_records.rs and no crate.
//! MIT License, see LICENSE.
//!
//! ```
//! let file = File::read(&text, "cavern.colliders.json", true)?; // y up
//! for c in &file.colliders { println!("{} {}", c.id, c.name) }
//! ```
//!
//! Lengths are in metres and angles in radians, with y up or down as asked for, whatever the form of the file.
pub use crate::fillet_json::{parse, Json, Map, Point, Reader};
pub use crate::fillet_records::{collider, turned, Body, Collider, Joint, Piece, Result};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

#[derive(Clone, Debug, Default)]
pub struct File {
    pub name: String,
    pub colliders: Vec<Collider>,
    pub by_id: HashMap<String, usize>,
    pub bodies: Vec<Body>,
    pub body_of: Vec<usize>, // indices of the bodies of colliders
    pub joints: Vec<Joint>,  // those that have an effect
    pub losses: Vec<String>, // what no engine does
    pub gravity: Point,
    pub damping: f64,
    pub spin_damping: f64,
    pub friction_mix: String,
    pub restitution_mix: String,
    by_key: HashMap<String, usize>, // indices of bodies
    root: Map,
    pub y_up: bool,
}

impl File {
    /// Reads the text of a file. The name is for messages.
    pub fn read(text: &str, name: &str, y_up: bool) -> Result<File> {
        match parse(text).map_err(|e| format!("{name} is no valid JSON: {e}"))? {
            Json::Object(root) => File::from(Arc::unwrap_or_clone(root), name, y_up),
            _ => Err(format!("{name} is no collider file: export the level with fillet export -f json")),
        }
    }

    fn from(root: Map, name: &str, y_up: bool) -> Result<File> {
        let mut r = Reader { place: name.to_string(), metre: 1.0, is_flipped: false };
        if r.text(&root, "format")? != "fillet-colliders" {
            return Err(format!("{name} is no collider file: export the level with fillet export -f json"));
        }
        match r.number(&root, "version", 0.0)? {
            1.0 => return Err(format!("{name} is version 1: export it again without --version 1")),
            2.0 => {}
            version => return Err(format!("{name} is version {version}: this loader reads version 2")),
        }
        let level = r.object(&root, "level")?;
        if r.text(&level, "frame")? == "level" {
            return Err(format!("{name} has shapes in level space: export it without --frame level"));
        }
        let is_up = r.text(&level, "y")? == "up";
        r.is_flipped = is_up != y_up;
        if r.text(&level, "units")? != "m" {
            r.metre = 1.0 / r.number(&level, "pixels_per_metre", 32.0)?;
        }
        if !(r.metre > 0.0 && r.metre.is_finite()) {
            return Err(format!("{name}: pixels_per_metre must be more than 0"));
        }
        let mix = |key: &str, missing: &str| r.text(&level, key).map(|m| if m.is_empty() { missing.into() } else { m });
        let mut file = File {
            name: name.to_string(),
            gravity: r.point(&level, "gravity")?,
            damping: r.number(&level, "damping", 0.0)?,
            spin_damping: r.number(&level, "spin_damping", 0.0)?,
            friction_mix: mix("friction_mix", "geometric")?,
            restitution_mix: mix("restitution_mix", "maximum")?,
            y_up,
            ..File::default()
        };
        for record in r.list(&root, "colliders")? {
            file.add_collider(&mut r, record, is_up)?;
        }
        if r.number(&level, "rolling_resistance", 0.0)? > 0.0 {
            file.losses.push("no rolling resistance: round bodies roll farther".to_string());
        }
        for c in &file.colliders {
            if c.keys.is_empty() && r.object(&c.record, "path")?.contains_key("points") {
                file.losses.push(format!("{}: its path has no keys: it stands still", c.label()));
            }
        }
        for record in r.list(&root, "joints")? {
            file.add_joint(&mut r, record)?;
        }
        file.root = root;
        Ok(file)
    }

    /// Returns the file after a change by the running editor, and the keys of the bodies that it touches.
    pub fn changed(&self, change: &str) -> Result<(File, HashSet<String>)> {
        let Json::Object(map) = parse(change)? else {
            return Err("the change is no object".to_string());
        };
        let r = Reader { place: "change".to_string(), metre: 1.0, is_flipped: false };
        let mut root = self.root.clone();
        for key in ["level", "categories"] {
            if let Some(value) = map.get(key) {
                root.insert(key.to_string(), value.clone());
            }
        }
        let mut ids = HashSet::new();
        root.insert("colliders".into(), edited(&r, &self.root, "colliders", &map, &mut ids)?);
        if let Some(Json::Object(joints)) = map.get("joints") {
            root.insert("joints".into(), edited(&r, &self.root, "joints", joints, &mut HashSet::new())?);
        }
        let file = File::from(root, &self.name, self.y_up)?;
        let key = |f: &File, id: &String| f.by_id.get(id).map(|&i| f.bodies[f.body_of[i]].key.clone());
        let touched = ids.iter().flat_map(|id| [key(self, id), key(&file, id)]).flatten().collect();
        Ok((file, touched))
    }

    /// Returns the first collider of a body, which has its frame.
    pub fn first(&self, body: &Body) -> &Collider {
        &self.colliders[body.parts[0]]
    }

    /// Returns the kind of a body. Triggers have no mass, so dynamic ones are kinematic.
    pub fn kind(&self, body: &Body) -> &str {
        let first = self.first(body);
        if first.body == "dynamic" && first.is_trigger() {
            "kinematic"
        } else {
            &first.body
        }
    }

    /// Returns a point of level space in the frame of a body.
    pub fn local(&self, body: &Body, at: Point) -> Point {
        let first = self.first(body);
        turned([at[0] - first.position[0], at[1] - first.position[1]], -first.angle)
    }

    /// Returns the vertices of a line in its body's frame; a closed one ends with its first vertex.
    pub fn line(&self, body: &Body, c: &Collider) -> Vec<Point> {
        let start = c.pieces.first().map(|p| p.vertices[0]);
        let ends = c.pieces.iter().map(|p| p.vertices[p.vertices.len() - 1]);
        start.into_iter().chain(ends).map(|v| self.local(body, v)).collect()
    }

    fn add_collider(&mut self, r: &mut Reader, record: &Json, is_up: bool) -> Result<()> {
        r.place = self.name.clone();
        let c = collider(r, record, is_up)?;
        let i = self.colliders.len();
        if self.by_id.insert(c.id.clone(), i).is_some() {
            return Err(format!("{}: a second collider has this id", c.label()));
        }
        let key = if c.one_body.is_empty() { c.id.clone() } else { format!("one_body {}", c.one_body) };
        let k = *self.by_key.entry(key.clone()).or_insert(self.bodies.len());
        if k == self.bodies.len() {
            self.bodies.push(Body { key, ..Body::default() });
        }
        let body = &mut self.bodies[k];
        body.parts.push(i);
        body.category |= c.category;
        body.mask |= c.mask;
        body.group = if body.group == 0 { c.group } else { body.group };
        if body.velocity == [0.0; 2] && body.spin == 0.0 {
            (body.velocity, body.spin) = (c.velocity, c.spin);
        }
        body.force = [body.force[0] + c.force[0], body.force[1] + c.force[1]];
        self.body_of.push(k);
        self.colliders.push(c);
        Ok(())
    }

    fn add_joint(&mut self, r: &mut Reader, record: &Json) -> Result<()> {
        r.place = self.name.clone();
        let j = r.record(record)?;
        let (id, name) = (r.text(j, "id")?, r.text(j, "name")?);
        r.place = format!("joint {id}");
        let (a, anchor_a, lost_a) = self.side(r, j, "a")?;
        let (b, anchor_b, lost_b) = self.side(r, j, "b")?;
        let limits = match j.get("limits") {
            Some(value) => Some(r.numbers(value, 2, "limits")?),
            None => None,
        };
        let joint = Joint {
            record: j.clone(),
            id,
            name,
            a,
            b,
            anchor_a,
            anchor_b,
            is_hinge: r.text(j, "kind")? == "hinge",
            collide: r.is(j, "collide")?,
            limits: limits.map(|l| (r.angle(l[0]), r.angle(l[1]))).map(|(l, h)| [l.min(h), l.max(h)]),
            speed: r.angle(r.number(j, "speed", 0.0)?),
            torque: r.number(j, "torque", 0.0)?,
            length: r.number(j, "length", 0.0)? * r.metre,
            frequency: r.number(j, "frequency", 0.0)?,
            damping: r.number(j, "damping", 0.0)?,
            pulls_only: r.is(j, "pulls_only")?,
        };
        let is_dynamic = [a, b].iter().flatten().any(|&i| self.kind(&self.bodies[self.body_of[i]]) == "dynamic");
        let is_one = matches!((a, b), (Some(a), Some(b)) if self.body_of[a] == self.body_of[b]);
        let lost = lost_a.or(lost_b).or((!is_dynamic).then(|| "none of its bodies is dynamic".to_string()));
        match lost.or(is_one.then(|| "both of its sides are on one body".to_string())) {
            Some(why) => self.losses.push(format!("{}: the joint has no effect: {why}", joint.label())),
            None => self.joints.push(joint),
        }
        Ok(())
    }

    /// Reads a side of a joint. Triggers and markers hold a joint at a point of the level.
    fn side(&self, r: &Reader, j: &Map, side: &str) -> Result<(Option<usize>, Point, Option<String>)> {
        let (id, at, local) = (r.text(j, side)?, r.point(j, &format!("at_{side}"))?, format!("local_{side}"));
        match self.by_id.get(&id) {
            _ if id.is_empty() => Ok((None, at, None)),
            None => Ok((None, at, Some(format!("the collider {id} is missing")))),
            Some(&i) if self.colliders[i].is_marker() || self.colliders[i].is_trigger() => Ok((None, at, None)),
            Some(&i) if j.contains_key(&local) => Ok((Some(i), r.point(j, &local)?, None)),
            Some(&i) => Ok((Some(i), self.local(&self.bodies[self.body_of[i]], at), None)),
        }
    }
}

/// Returns a list of records with the additions, changes and removals of a change, whose ids it adds to ids.
fn edited(r: &Reader, root: &Map, key: &str, change: &Map, ids: &mut HashSet<String>) -> Result<Json> {
    let mut changed = Vec::new();
    for list in ["added", "changed"] {
        for value in r.list(change, list)? {
            changed.push((r.text(r.record(value)?, "id")?, value.clone()));
        }
    }
    for id in r.list(change, "removed")? {
        if let Json::Text(id) = id {
            ids.insert(id.clone());
        }
    }
    let removed = ids.clone();
    ids.extend(changed.iter().map(|(id, _)| id.clone()));
    let mut next = Vec::new();
    for value in r.list(root, key)? {
        let id = r.text(r.record(value)?, "id")?;
        match changed.iter().position(|(of, _)| *of == id) {
            Some(i) => next.push(changed.remove(i).1),
            None if removed.contains(&id) => {}
            None => next.push(value.clone()),
        }
    }
    next.extend(changed.into_iter().map(|(_, value)| value));
    Ok(Json::List(next))
}
