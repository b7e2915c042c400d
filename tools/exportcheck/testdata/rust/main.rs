//! Runs commands on the loader for Rapier and prints a line of JSON for each dump and contact:
//!
//!     main up load FILE step N dump apply FILE side A B destroy dump
//!
//! up loads with y up. side prints the direction that the hook allows where B touches A, and whether they meet at all.
//! An error prints {"error": ...}.
#[path = "../../../../assets/loaders/rust/fillet_file.rs"]
mod fillet_file;
#[path = "../../../../assets/loaders/rust/fillet_json.rs"]
mod fillet_json;
#[path = "../../../../assets/loaders/rust/fillet_rapier.rs"]
mod fillet_rapier;
#[path = "../../../../assets/loaders/rust/fillet_rapier_shapes.rs"]
mod fillet_rapier_shapes;
#[path = "../../../../assets/loaders/rust/fillet_records.rs"]
mod fillet_records;

use fillet_rapier::{Level, Options};
use rapier2d::prelude::*;
use std::f32::consts::TAU;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let mut args = args.iter();
    let mut world = PhysicsWorld::default();
    let (mut level, mut is_up) = (None::<Level>, false);
    while let Some(command) = args.next() {
        let mut next = || args.next().expect("an argument").as_str();
        let read = |path: &str| std::fs::read_to_string(path).expect(path);
        match command.as_str() {
            "up" => is_up = true,
            "load" => match Level::load(
                &read(next()),
                "level.colliders.json",
                &mut world,
                Options { y_up: is_up, ..Options::default() },
            ) {
                Ok(new) => level = Some(new),
                Err(problem) => println!("{{\"error\":{problem:?}}}"),
            },
            "step" => (0..next().parse().unwrap()).for_each(|_| level.as_mut().unwrap().step(&mut world, 1.0 / 60.0)),
            "apply" => {
                if let Err(problem) = level.as_mut().unwrap().apply(&mut world, &read(next())) {
                    println!("{{\"error\":{problem:?}}}");
                }
            }
            "find" => println!("{:?}", level.as_ref().unwrap().find(next())),
            "tagged" => println!("{:?}", level.as_ref().unwrap().tagged(next())),
            "side" => side(level.as_ref().unwrap(), &world, next(), next()),
            "destroy" => level.take().unwrap().destroy(&mut world),
            "dump" => println!("{}", dump(level.as_ref(), &world)),
            _ => panic!("no command {command}"),
        }
    }
}

fn pair(v: Vector) -> String {
    format!("[{},{}]", v.x, v.y)
}

fn side(level: &Level, world: &PhysicsWorld, a: &str, b: &str) {
    let first = |id: &str| {
        let of = |handle: &u32| level.record_of(ColliderHandle(*handle)).is_some_and(|c| c.id == id);
        ColliderHandle(*world.colliders.all.keys().find(|k| of(k)).unwrap())
    };
    let (collider1, collider2) = (first(a), first(b));
    let (bodies, colliders) = (&world.bodies, &world.colliders);
    let mut context = ContactModificationContext { bodies, colliders, collider1, collider2, allowed: None };
    level.modify_solver_contacts(&mut context);
    let meets = level.filter_contact_pair(&PairFilterContext { collider1, collider2 }).is_some();
    let allowed = context.allowed.map_or("null".to_string(), |(v, angle)| format!("[{},{},{angle}]", v.x, v.y));
    println!("{{\"allowed\":{allowed},\"meets\":{meets}}}");
}

fn dump(level: Option<&Level>, world: &PhysicsWorld) -> String {
    let (mut bodies, mut joints, mut losses) = (Vec::new(), Vec::new(), Vec::new());
    if let Some(level) = level {
        bodies.extend(level.bodies.iter().map(|(id, &handle)| format!("{id:?}:{}", body(&world.bodies[handle]))));
        joints.extend(level.joints.iter().map(|(id, handle)| format!("{id:?}:{}", joint(level, world, handle.0))));
        losses.extend(level.losses.iter().map(|l| format!("{l:?}")));
    }
    let shapes = world.colliders.all.iter().filter_map(|(&handle, c)| {
        let id = &level?.record_of(ColliderHandle(handle))?.id;
        Some(shape(id, c, &world.bodies[c.parent]))
    });
    format!(
        "{{\"bodies\":{{{}}},\"joints\":{{{}}},\"shapes\":[{}],\"losses\":[{}],\"gravity\":{},\"objects\":{}}}",
        bodies.join(","),
        joints.join(","),
        shapes.collect::<Vec<_>>().join(","),
        losses.join(","),
        pair(world.gravity),
        world.bodies.all.len() + world.impulse_joints.all.len() + world.colliders.all.len(),
    )
}

fn body(b: &RigidBody) -> String {
    format!(
        "{{\"type\":{:?},\"at\":{},\"angle\":{},\"mass\":{},\"inertia\":{},\"center\":{},\"velocity\":{},\"spin\":{},\
        \"damping\":{},\"spinDamping\":{},\"force\":{}}}",
        b.kind,
        pair(b.at),
        b.turn.angle(),
        b.mass.mass,
        b.mass.inertia,
        pair(b.mass.local_com),
        pair(b.linvel),
        b.angvel,
        b.damping[0],
        b.damping[1],
        pair(b.force),
    )
}

/// Prints a joint; a spring has its frequency and its damping ratio.
fn joint(level: &Level, world: &PhysicsWorld, handle: u32) -> String {
    let (a, b, j) = &world.impulse_joints.all[&handle];
    let id = |handle| {
        let first =
            |id: &&String| level.file.first(&level.file.bodies[level.file.body_of[level.file.by_id[*id]]]).id == **id;
        let mut ids = level.bodies.iter().filter(|(_, &h)| h == handle).map(|(id, _)| id);
        ids.find(first).cloned().unwrap_or_default()
    };
    let start = world.bodies[*b].turn.angle() - world.bodies[*a].turn.angle();
    let list = |values: Option<[f32; 2]>| values.map_or("null".to_string(), |v| format!("[{},{}]", v[0], v[1]));
    let omega = j.spring[1].sqrt();
    format!(
        "{{\"type\":{:?},\"on\":{:?},\"to\":{:?},\"anchor\":{},\"other\":{},\"collide\":{},\"limits\":{},\"motor\":{},\
        \"length\":{},\"frequency\":{},\"damping\":{},\"acts\":{}}}",
        j.kind,
        id(*a),
        id(*b),
        pair(j.anchors[0]),
        pair(j.anchors[1]),
        j.collide,
        list(j.limits.map(|l| [l[0] - start, l[1] - start])),
        list(j.motor),
        j.spring[0],
        omega / TAU,
        if omega > 0.0 { j.spring[2] / (2.0 * omega) } else { 0.0 },
        j.model == MotorModel::AccelerationBased,
    )
}

/// Prints a shape with its points in the world.
fn shape(id: &str, c: &Collider, b: &RigidBody) -> String {
    let (sin, cos) = b.turn.angle().sin_cos();
    let at = |v: &Vector| pair(Vector::new(b.at.x + v.x * cos - v.y * sin, b.at.y + v.x * sin + v.y * cos));
    format!(
        "{{\"of\":{id:?},\"type\":{:?},\"points\":[{}],\"radius\":{},\"trigger\":{},\"friction\":{},\"restitution\":{},\
        \"rules\":\"{:?} {:?}\",\"category\":{},\"mask\":{},\"density\":{}}}",
        c.kind,
        c.points.iter().map(at).collect::<Vec<_>>().join(","),
        c.radius,
        c.is_sensor,
        c.surface[0],
        c.surface[1],
        c.rules[0],
        c.rules[1],
        c.groups.memberships.0,
        c.groups.filter.0,
        c.density,
    )
}
