//! The records of fillet_file.rs, in metres and radians, and how they are read.
//! MIT License, see LICENSE.
use crate::fillet_json::{Json, Map, Point, Reader};
use std::sync::Arc;

pub type Result<T> = std::result::Result<T, String>;

/// A convex part: the hull of its vertices, grown by a radius.
#[derive(Clone, Debug)]
pub struct Piece {
    pub vertices: Vec<Point>,
    pub radius: f64,
}

/// A collider of the file. The record has all its keys as they stand there.
#[derive(Clone, Debug)]
pub struct Collider {
    pub record: Arc<Map>,
    pub id: String,
    pub name: String,
    pub role: String,
    pub body: String,
    pub one_body: String,
    pub tags: Vec<String>,
    pub category: u64,
    pub mask: u64,
    pub group: i32,
    pub friction: f64,
    pub restitution: f64,
    pub mass: f64, // of its body, on the first collider
    pub inertia: f64,
    pub center: Point,
    pub position: Point,
    pub angle: f64,
    pub velocity: Point,
    pub spin: f64,
    pub force: Point,
    pub one_way: Option<Point>, // in level space
    pub is_line: bool,
    pub is_one_sided: bool,
    pub pieces: Vec<Piece>,   // in level space; none for a marker
    pub polygons: Vec<Piece>, // in the body's frame, counter-clockwise if y is up
    pub keys: Vec<[f64; 4]>,  // seconds, x, y and angle of the path
    pub turn: f64,
    pub once: bool,
}

impl Collider {
    pub fn label(&self) -> String {
        if self.name.is_empty() {
            self.id.clone()
        } else {
            format!("{} ({})", self.id, self.name)
        }
    }

    pub fn is_marker(&self) -> bool {
        self.pieces.is_empty()
    }

    pub fn is_trigger(&self) -> bool {
        self.role == "trigger"
    }

    /// Reports whether circles, capsules and lines are the whole collider.
    pub fn is_simple(&self) -> bool {
        self.pieces.iter().all(|p| p.vertices.len() < 3)
    }

    /// Returns the pose of a kinematic collider's frame some seconds after the start.
    pub fn pose_at(&self, seconds: f64) -> (Point, f64) {
        let turned = self.turn * seconds;
        let Some(last) = self.keys.last() else {
            return (self.position, self.angle + turned);
        };
        let t = if self.once {
            seconds.min(last[0])
        } else if last[0] > 0.0 {
            seconds % last[0]
        } else {
            0.0
        };
        let high = self.keys.partition_point(|k| k[0] <= t).clamp(1, self.keys.len().max(2) - 1);
        let (a, b) = (self.keys[high - 1], self.keys[high.min(self.keys.len() - 1)]);
        let part = if b[0] > a[0] { ((t - a[0]) / (b[0] - a[0])).clamp(0.0, 1.0) } else { 1.0 };
        let mix = |i: usize| a[i] + (b[i] - a[i]) * part;
        ([mix(1), mix(2)], mix(3) + turned)
    }
}

/// A rigid body: one collider, or the solid parts of a body of several.
#[derive(Clone, Debug, Default)]
pub struct Body {
    pub key: String,
    pub parts: Vec<usize>, // indices of colliders; the first has the body's frame
    pub category: u64,
    pub mask: u64,
    pub group: i32,
    pub velocity: Point,
    pub spin: f64,
    pub force: Point,
}

/// A joint. A side without a collider is the level, and its anchor is in level space.
#[derive(Clone, Debug)]
pub struct Joint {
    pub record: Arc<Map>,
    pub id: String,
    pub name: String,
    pub a: Option<usize>,
    pub b: Option<usize>,
    pub anchor_a: Point, // in the frames of the bodies
    pub anchor_b: Point,
    pub is_hinge: bool,
    pub collide: bool,
    pub limits: Option<[f64; 2]>,
    pub speed: f64,
    pub torque: f64,
    pub length: f64,
    pub frequency: f64,
    pub damping: f64,
    pub pulls_only: bool,
}

impl Joint {
    pub fn label(&self) -> String {
        if self.name.is_empty() {
            self.id.clone()
        } else {
            format!("{} ({})", self.id, self.name)
        }
    }
}

/// Reads a collider.
pub fn collider(r: &mut Reader, value: &Json, is_up: bool) -> Result<Collider> {
    let m = r.record(value)?;
    let (id, name) = (r.text(m, "id")?, r.text(m, "name")?);
    r.place = if name.is_empty() { id.clone() } else { format!("{id} ({name})") };
    let shape = r.object(m, "shape")?;
    let path = r.object(m, "path")?;
    let is_line = r.text(&shape, "kind")? == "chain" && r.number(&shape, "radius", 0.0)? == 0.0;
    let body = r.text(m, "body")?;
    if !["static", "kinematic", "dynamic"].contains(&body.as_str()) {
        return r.broken(&format!("there are no {body} bodies"));
    }
    let (role, way) = (r.text(m, "role")?, r.point(m, "one_way")?);
    let length = way[0].hypot(way[1]);
    if role == "one-way" && length == 0.0 {
        return r.broken("one_way has no direction");
    }
    let force = r.point(m, "force")?; // newtons in every form
    let mut pieces = Vec::new();
    for p in r.list(m, "pieces")? {
        let p = r.record(p)?;
        let mut vertices = r.outline(p.get("vertices").unwrap_or(&Json::Null), "vertices")?;
        if is_line && is_up != r.is_flipped {
            vertices.reverse(); // lines keep the direction in which they were drawn
        }
        pieces.push(Piece { vertices, radius: r.number(p, "radius", 0.0)? * r.metre });
    }
    let (mut polygons, radii) = (Vec::new(), r.list(m, "radii")?);
    for (i, p) in r.list(m, "polygons")?.iter().enumerate() {
        let radius = radii.get(i).map_or(Ok(0.0), |v| r.float(v, "radii"))? * r.metre;
        polygons.push(Piece { vertices: r.outline(p, "polygons")?, radius });
    }
    let mut keys = Vec::new();
    for key in r.list(&path, "keys")? {
        let n = r.numbers(key, 4, "keys")?;
        let at = r.vec(&Json::List(vec![Json::Number(n[1]), Json::Number(n[2])]), "keys")?;
        keys.push([n[0], at[0], at[1], r.angle(n[3])]);
    }
    let mut tags = Vec::new();
    for tag in r.list(m, "tags")? {
        match tag {
            Json::Text(tag) => tags.push(tag.clone()),
            _ => return r.broken("tags has a value of the wrong kind"),
        }
    }
    Ok(Collider {
        record: m.clone(),
        one_way: (role == "one-way").then(|| [way[0] / length, way[1] / length]),
        role,
        body,
        one_body: r.text(m, "one_body")?,
        tags,
        category: r.bits(m, "category")?,
        mask: r.bits(m, "mask")?,
        group: r.number(m, "group", 0.0)? as i32,
        friction: r.number(m, "friction", 0.6)?,
        restitution: r.number(m, "restitution", 0.0)?,
        mass: r.number(m, "mass", 0.0)?,
        inertia: r.number(m, "inertia", 0.0)?,
        center: r.point(m, "center")?,
        position: r.point(m, "position")?,
        angle: r.angle(r.number(m, "angle", 0.0)?),
        velocity: r.point(m, "velocity")?,
        spin: r.angle(r.number(m, "spin", 0.0)?),
        force: [force[0] / r.metre, force[1] / r.metre],
        is_line: is_line && !pieces.is_empty(),
        is_one_sided: r.is(&shape, "one_sided")?,
        turn: r.angle(r.number(&path, "turn", 0.0)?),
        once: r.text(&path, "loop")? == "once",
        id,
        name,
        pieces,
        polygons,
        keys,
    })
}

/// Turns a vector by an angle.
pub fn turned(v: Point, angle: f64) -> Point {
    let (sin, cos) = angle.sin_cos();
    [v[0] * cos - v[1] * sin, v[0] * sin + v[1] * cos]
}
