//! Makes the colliders and joints of fillet_bevy.rs, and checks what Avian can take.
//! MIT License, see LICENSE.
use crate::fillet_bevy::{vec2, FilletCollider, OneWay};
use crate::fillet_file::{turned, Body, Collider as Record, File, Joint, Piece, Result};
use avian2d::prelude::*;
use bevy::prelude::*;
use std::collections::HashSet;
use std::f64::consts::TAU;

/// Returns what Avian cannot do, or why it cannot take the level at all.
pub fn check(file: &File) -> Result<Vec<String>> {
    let mut losses = file.losses.clone();
    let mut lose = |label: String, what: &str| losses.push(format!("{label}: {what}"));
    for c in &file.colliders {
        if c.category > u64::from(u32::MAX) {
            return Err(format!("{}: Avian has 32 layers, and it is in a category beyond them", c.label()));
        }
        if c.polygons.iter().any(|p| p.radius > 0.0) && !c.is_simple() {
            return Err(format!("{}: its polygons have radii: export the level without --keep-radius", c.label()));
        }
        if c.group > 0 {
            lose(c.label(), "its positive group is ignored, its categories decide");
        }
        if c.is_one_sided {
            lose(c.label(), "the chain is solid on both sides");
        }
        if !c.is_simple() && c.polygons.is_empty() {
            lose(c.label(), "it is too thin and has no shape");
        }
    }
    for j in &file.joints {
        match (j.is_hinge, j.pulls_only) {
            (true, _) if j.torque > 0.0 => lose(j.label(), "the hinge has no motor"),
            (false, true) if j.frequency > 0.0 => lose(j.label(), "the rope does not stretch"),
            (false, false) if j.frequency > 0.0 => lose(j.label(), "the spring swings only about as it should"),
            _ => {}
        }
    }
    Ok(losses)
}

/// Adds an entity for a collider below its body.
pub fn add_shapes(file: &File, body: &Body, c: &Record, parent: Entity, commands: &mut Commands) {
    let parts: Vec<_> =
        shapes(file, body, c).into_iter().map(|(at, s)| (Position(at), Rotation::IDENTITY, s)).collect();
    if parts.is_empty() {
        return;
    }
    let tags = FilletCollider { id: c.id.clone(), name: c.name.clone(), tags: c.tags.clone(), group: body.group };
    let friction = Friction::new(c.friction as f32).with_combine_rule(rule(&file.friction_mix));
    let restitution = Restitution::new(c.restitution as f32).with_combine_rule(rule(&file.restitution_mix));
    let layers = CollisionLayers::from_bits(body.category as u32, body.mask as u32);
    let shape = (Collider::compound(parts), friction, restitution, layers, tags);
    let mut entity = commands.spawn((shape, ChildOf(parent), Transform::IDENTITY));
    if c.is_trigger() {
        entity.insert(Sensor);
    }
    let mut hooks = ActiveCollisionHooks::FILTER_PAIRS;
    if let Some(way) = c.one_way {
        let side = vec2(turned(way, -file.first(body).angle));
        entity.insert(OneWay { side, passing: HashSet::new() });
        hooks |= ActiveCollisionHooks::MODIFY_CONTACTS;
    }
    entity.insert(hooks);
}

/// Returns the convex parts of a collider, and where they are.
fn shapes(file: &File, body: &Body, c: &Record) -> Vec<(Vec2, Collider)> {
    if c.is_line {
        let line = file.line(body, c).into_iter().map(vec2).collect();
        return vec![(Vec2::ZERO, Collider::polyline(line, None))];
    }
    if !c.is_simple() {
        return c.polygons.iter().filter_map(part).collect();
    }
    let local = |p: &Piece| p.vertices.iter().map(|&v| file.local(body, v)).collect();
    c.pieces.iter().filter_map(|p| part(&Piece { vertices: local(p), radius: p.radius })).collect()
}

fn part(p: &Piece) -> Option<(Vec2, Collider)> {
    let at: Vec<Vec2> = p.vertices.iter().map(|&v| vec2(v)).collect();
    let radius = p.radius as f32;
    match at[..] {
        [center] => Some((center, Collider::circle(radius))),
        [a, b] if radius == 0.0 => Some((Vec2::ZERO, Collider::segment(a, b))),
        [a, b] => Some((Vec2::ZERO, Collider::capsule_endpoints(radius, a, b))),
        _ => Collider::convex_polyline(at).map(|shape| (Vec2::ZERO, shape)),
    }
}

fn rule(mix: &str) -> CoefficientCombine {
    match mix {
        "average" => CoefficientCombine::Average,
        "minimum" => CoefficientCombine::Min,
        "maximum" => CoefficientCombine::Max,
        "product" => CoefficientCombine::Multiply,
        _ => CoefficientCombine::GeometricMean,
    }
}

/// Adds an entity for a joint.
pub fn add_joint(file: &File, j: &Joint, a: Entity, b: Entity, commands: &mut Commands) -> Entity {
    let first = |side: Option<usize>| side.map(|i| file.first(&file.bodies[file.body_of[i]]));
    let (at_a, at_b) = (vec2(j.anchor_a), vec2(j.anchor_b));
    let mut entity = if j.is_hinge {
        let mut hinge = RevoluteJoint::new(a, b).with_local_anchor1(at_a).with_local_anchor2(at_b);
        if let Some([low, high]) = j.limits {
            let angle = |side| first(side).map_or(0.0, |c| c.angle);
            let start = Rotation::radians((angle(j.b) - angle(j.a)) as f32);
            hinge = hinge.with_local_basis1(start).with_angle_limits(low as f32, high as f32);
        }
        commands.spawn(hinge)
    } else {
        let shortest = if j.pulls_only { 0.0 } else { j.length };
        let mut rod = DistanceJoint::new(a, b).with_local_anchor1(at_a).with_local_anchor2(at_b);
        rod = rod.with_limits(shortest as f32, j.length as f32);
        let omega = TAU * j.frequency;
        if omega > 0.0 && !j.pulls_only {
            let inverse = |side| first(side).filter(|c| c.mass > 0.0).map_or(0.0, |c| 1.0 / c.mass);
            rod = rod.with_compliance(((inverse(j.a) + inverse(j.b)) / (omega * omega)) as f32);
            let damping = JointDamping { linear: (2.0 * j.damping * omega) as f32, angular: 0.0 };
            commands.spawn((rod, damping))
        } else {
            commands.spawn(rod)
        }
    };
    if !j.collide {
        entity.insert(JointCollisionDisabled);
    }
    entity.id()
}
