//! Makes the shapes and joints of fillet_rapier.rs, and checks what Rapier can take.
//! MIT License, see LICENSE.
use crate::fillet_file::{Body, Collider, File, Joint, Piece, Point, Result};
use rapier2d::prelude::*;
use std::f64::consts::TAU;

/// Frequency of rods in hertz: Rapier's distance limits have no lower end.
const ROD: f64 = 30.0;

/// Returns what Rapier cannot do, or why it cannot take the level at all.
pub fn check(file: &File) -> Result<Vec<String>> {
    let mut losses = file.losses.clone();
    for c in &file.colliders {
        if c.category > u64::from(u32::MAX) {
            return Err(format!("{}: Rapier has 32 groups, and it is in a category beyond them", c.label()));
        }
        if c.group > 0 {
            losses.push(format!("{}: its positive group is ignored, its categories decide", c.label()));
        }
        if !c.is_simple() && c.polygons.is_empty() {
            losses.push(format!("{}: it is too thin and has no shape", c.label()));
        }
    }
    for j in file.joints.iter().filter(|j| !j.is_hinge) {
        if j.pulls_only && j.frequency > 0.0 {
            losses.push(format!("{}: the rope does not stretch", j.label()));
        } else if !j.pulls_only && j.frequency == 0.0 {
            losses.push(format!("{}: the rod is a stiff spring", j.label()));
        }
    }
    Ok(losses)
}

/// Returns the shapes of a collider with its material and its filter.
pub fn shapes(file: &File, body: &Body, c: &Collider) -> Vec<ColliderBuilder> {
    parts(file, body, c).into_iter().map(|shape| with_properties(shape, file, body, c)).collect()
}

fn parts(file: &File, body: &Body, c: &Collider) -> Vec<ColliderBuilder> {
    if c.is_line {
        let mut line: Vec<Vector> = file.line(body, c).into_iter().map(vector).collect();
        if !c.is_one_sided {
            return vec![ColliderBuilder::polyline(line, None)];
        }
        if file.y_up {
            line.reverse(); // Rapier's lines are solid on the right of their direction if y is up
        }
        return vec![ColliderBuilder::oriented_polyline(line, None)];
    }
    if !c.is_simple() {
        return c.polygons.iter().filter_map(part).collect();
    }
    let local = |p: &Piece| p.vertices.iter().map(|&v| file.local(body, v)).collect();
    c.pieces.iter().filter_map(|p| part(&Piece { vertices: local(p), radius: p.radius })).collect()
}

/// Returns the shape of a convex part.
fn part(p: &Piece) -> Option<ColliderBuilder> {
    let at: Vec<Vector> = p.vertices.iter().map(|&v| vector(v)).collect();
    let radius = p.radius as f32;
    match at[..] {
        [center] => Some(ColliderBuilder::ball(radius).translation(center)),
        [a, b] if radius == 0.0 => Some(ColliderBuilder::segment(a, b)),
        [a, b] => Some(ColliderBuilder::capsule_from_endpoints(a, b, radius)),
        _ if radius == 0.0 => ColliderBuilder::convex_polyline(at),
        _ => ColliderBuilder::round_convex_polyline(at, radius),
    }
}

fn with_properties(shape: ColliderBuilder, file: &File, body: &Body, c: &Collider) -> ColliderBuilder {
    let bits = |bits: u64| Group::from_bits_truncate(bits as u32);
    let mut hooks = ActiveHooks::empty();
    hooks.set(ActiveHooks::MODIFY_SOLVER_CONTACTS, c.one_way.is_some());
    hooks.set(ActiveHooks::FILTER_CONTACT_PAIRS, body.group < 0);
    shape
        .density(0.0) // the body has the mass
        .friction(c.friction as f32)
        .friction_combine_rule(rule(&file.friction_mix))
        .restitution(c.restitution as f32)
        .restitution_combine_rule(rule(&file.restitution_mix))
        .sensor(c.is_trigger())
        .active_hooks(hooks)
        .collision_groups(InteractionGroups::new(bits(body.category), bits(body.mask), InteractionTestMode::And))
}

fn rule(mix: &str) -> CoefficientCombineRule {
    match mix {
        "average" => CoefficientCombineRule::Average,
        "minimum" => CoefficientCombineRule::Min,
        "maximum" => CoefficientCombineRule::Max,
        "product" => CoefficientCombineRule::Multiply,
        _ => CoefficientCombineRule::GeometricMean,
    }
}

/// Returns a joint between bodies whose angles differ by some radians at the start.
pub fn joint(j: &Joint, start: f32) -> GenericJoint {
    let (a, b) = (vector(j.anchor_a), vector(j.anchor_b));
    if j.is_hinge {
        let mut hinge = RevoluteJointBuilder::new().local_anchor1(a).local_anchor2(b).contacts_enabled(j.collide);
        if let Some([low, high]) = j.limits {
            hinge = hinge.limits([low as f32 + start, high as f32 + start]);
        }
        if j.torque > 0.0 {
            hinge = hinge.motor_velocity(j.speed as f32, 1.0e5).motor_max_force(j.torque as f32);
        }
        return hinge.build().into();
    }
    let length = (j.length as f32).max(1.0e-4);
    if j.pulls_only {
        let rope = RopeJointBuilder::new(length).local_anchor1(a).local_anchor2(b);
        return rope.contacts_enabled(j.collide).build().into();
    }
    let (frequency, damping) = if j.frequency > 0.0 { (j.frequency, j.damping) } else { (ROD, 1.0) };
    let omega = TAU * frequency;
    SpringJointBuilder::new(length, (omega * omega) as f32, (2.0 * damping * omega) as f32)
        .spring_model(MotorModel::AccelerationBased) // stiffness and damping apply to a mass of 1
        .local_anchor1(a)
        .local_anchor2(b)
        .contacts_enabled(j.collide)
        .build()
        .into()
}

pub fn vector(v: Point) -> Vector {
    Vector::new(v[0] as f32, v[1] as f32)
}
