//! Builds a level of Fillet in Rapier (rapier2d 0.35).
//! MIT License, see LICENSE.
//!
//! Needs fillet_rapier_shapes.rs, fillet_file.rs, fillet_records.rs and fillet_json.rs, and `mod` lines for all five:
//!
//! ```
//! let options = Options { y_up: true, ..Options::default() };
//! let mut level = Level::load(&text, "cavern.colliders.json", &mut world, options)?;
//! let door = level.bodies[level.find("door").unwrap()];
//! level.step(&mut world, world.integration_parameters.dt); // before each step
//! world.step_with_events(&level, &()); // with the level's hooks, for one-way colliders
//! ```
//!
//! Checked beside the sources of rapier2d 0.35.2, not run there.
use crate::fillet_file::{turned, Body, Collider, File, Point, Result};
use crate::fillet_rapier_shapes::{check, joint, shapes, vector};
use rapier2d::prelude::*;
use std::collections::HashMap;
use std::f64::consts::FRAC_PI_3;

#[derive(Clone, Copy, Default)]
pub struct Options {
    pub y_up: bool,
    pub keep_gravity: bool, // leaves the world's gravity alone
}

pub struct Level {
    pub file: File,
    pub bodies: HashMap<String, RigidBodyHandle>,
    pub joints: HashMap<String, ImpulseJointHandle>,
    pub losses: Vec<String>,
    ids: HashMap<ColliderHandle, String>,
    ground: RigidBodyHandle, // the level's side of joints
    keep_gravity: bool,
    time: f64,
}

impl Level {
    /// Loads the text of a file into a world. The name is for messages.
    pub fn load(text: &str, name: &str, world: &mut PhysicsWorld, options: Options) -> Result<Level> {
        let file = File::read(text, name, options.y_up)?;
        let losses = check(&file)?;
        let mut level = Level {
            file: File::default(),
            bodies: HashMap::new(),
            joints: HashMap::new(),
            losses: Vec::new(),
            ids: HashMap::new(),
            ground: world.bodies.insert(RigidBodyBuilder::fixed()),
            keep_gravity: options.keep_gravity,
            time: 0.0,
        };
        level.fill(file, losses, world);
        Ok(level)
    }

    /// Returns the id of the first collider with a name.
    pub fn find(&self, name: &str) -> Option<&String> {
        self.file.colliders.iter().find(|c| c.name == name).map(|c| &c.id)
    }

    /// Returns the ids of the colliders with a tag.
    pub fn tagged(&self, tag: &str) -> Vec<&String> {
        self.file.colliders.iter().filter(|c| c.tags.iter().any(|t| t == tag)).map(|c| &c.id).collect()
    }

    /// Returns the record of a collider that a contact reports.
    pub fn record_of(&self, collider: ColliderHandle) -> Option<&Collider> {
        self.ids.get(&collider).map(|id| &self.file.colliders[self.file.by_id[id]])
    }

    /// Moves kinematic bodies along their paths. Call it before each step of the world.
    pub fn step(&mut self, world: &mut PhysicsWorld, dt: f32) {
        self.time += f64::from(dt);
        for body in &self.file.bodies {
            let first = self.file.first(body);
            if self.file.kind(body) == "kinematic" && (!first.keys.is_empty() || first.turn != 0.0) {
                let (at, angle) = first.pose_at(self.time);
                if let Some(rb) = self.bodies.get(&first.id).and_then(|&handle| world.bodies.get_mut(handle)) {
                    rb.set_next_kinematic_translation(vector(at));
                    rb.set_next_kinematic_rotation(Rotation::new(angle as f32));
                }
            }
        }
    }

    /// Applies a change that the running editor sent. Bodies that it does not touch stay where they are.
    pub fn apply(&mut self, world: &mut PhysicsWorld, change: &str) -> Result<()> {
        let (next, touched) = self.file.changed(change)?;
        let losses = check(&next)?;
        let is_touched =
            |i: Option<usize>| i.is_some_and(|i| touched.contains(&self.file.bodies[self.file.body_of[i]].key));
        for j in &self.file.joints {
            let is_same = next.joints.iter().any(|n| n.record == j.record);
            if !is_same || is_touched(j.a) || is_touched(j.b) {
                self.joints.remove(&j.id).map(|handle| world.impulse_joints.remove(handle, true));
            }
        }
        for body in self.file.bodies.iter().filter(|b| touched.contains(&b.key)) {
            if let Some(&handle) = self.bodies.get(&self.file.first(body).id) {
                world.remove_body(handle);
            }
            for &i in &body.parts {
                self.bodies.remove(&self.file.colliders[i].id);
            }
        }
        self.ids.retain(|&handle, _| world.colliders.contains(handle));
        self.fill(next, losses, world);
        Ok(())
    }

    /// Removes everything that the level made.
    pub fn destroy(self, world: &mut PhysicsWorld) {
        for &handle in self.bodies.values().chain([&self.ground]) {
            world.remove_body(handle);
        }
    }

    /// Adds the bodies and joints of a file that are not there yet.
    fn fill(&mut self, file: File, losses: Vec<String>, world: &mut PhysicsWorld) {
        self.losses = losses;
        if !self.keep_gravity {
            world.gravity = vector(file.gravity);
        }
        for body in &file.bodies {
            let first = file.first(body);
            if first.is_marker() {
                continue;
            }
            if !self.bodies.contains_key(&first.id) {
                self.add_body(&file, body, world);
            }
            if let Some(rb) = world.bodies.get_mut(self.bodies[&first.id]) {
                rb.set_linear_damping(file.damping as f32);
                rb.set_angular_damping(file.spin_damping as f32);
            }
        }
        for j in &file.joints {
            if !self.joints.contains_key(&j.id) {
                let body = |side: Option<usize>| side.map_or(self.ground, |i| self.bodies[&file.colliders[i].id]);
                let (a, b) = (body(j.a), body(j.b));
                let angle = |handle| world.bodies.get(handle).map_or(0.0, |rb| rb.rotation().angle());
                let data = joint(j, angle(b) - angle(a));
                self.joints.insert(j.id.clone(), world.impulse_joints.insert(a, b, data, true));
            }
        }
        self.file = file;
    }

    fn add_body(&mut self, file: &File, body: &Body, world: &mut PhysicsWorld) {
        let first = file.first(body);
        let (at, angle) = first.pose_at(self.time);
        let mut rb = match file.kind(body) {
            "dynamic" => RigidBodyBuilder::dynamic(),
            "kinematic" => RigidBodyBuilder::kinematic_position_based(),
            _ => RigidBodyBuilder::fixed(),
        }
        .translation(vector(at))
        .rotation(angle as f32)
        .linvel(vector(body.velocity))
        .angvel(body.spin as f32);
        if first.mass > 0.0 {
            let mass = MassProperties::new(vector(first.center), first.mass as f32, first.inertia as f32);
            rb = rb.additional_mass_properties(mass);
        }
        let handle = world.bodies.insert(rb);
        if body.force != [0.0; 2] {
            world.bodies[handle].add_force(vector(body.force), true); // acts until forces are reset
        }
        for &i in &body.parts {
            let c = &file.colliders[i];
            self.bodies.insert(c.id.clone(), handle);
            for shape in shapes(file, body, c) {
                self.ids.insert(world.colliders.insert_with_parent(shape, handle, &mut world.bodies), c.id.clone());
            }
        }
    }

    fn body_of(&self, collider: ColliderHandle) -> Option<&Body> {
        self.ids.get(&collider).map(|id| &self.file.bodies[self.file.body_of[self.file.by_id[id]]])
    }

    /// Returns the direction in which the solid side of a one-way collider faces.
    fn side(&self, collider: ColliderHandle, bodies: &RigidBodySet) -> Option<Point> {
        let (c, body) = (self.record_of(collider)?, self.body_of(collider)?);
        let turn = f64::from(bodies.get(self.bodies[&c.id])?.rotation().angle()) - self.file.first(body).angle;
        c.one_way.map(|way| turned(way, turn))
    }
}

impl PhysicsHooks for Level {
    fn filter_contact_pair(&self, context: &PairFilterContext) -> Option<SolverFlags> {
        let group = |handle| self.body_of(handle).map_or(0, |b| b.group);
        let (a, b) = (group(context.collider1), group(context.collider2));
        (a >= 0 || a != b).then_some(SolverFlags::COMPUTE_IMPULSES)
    }

    fn modify_solver_contacts(&self, context: &mut ContactModificationContext) {
        let is_second = self.side(context.collider1, context.bodies).is_none();
        let (handle, sign) = if is_second { (context.collider2, -1.0) } else { (context.collider1, 1.0) };
        let (Some(side), Some(collider)) =
            (self.side(handle, context.bodies), context.colliders.get(context.collider1))
        else {
            return;
        };
        let local = turned([side[0] * sign, side[1] * sign], -f64::from(collider.rotation().angle()));
        context.update_as_oneway_platform(vector(local), FRAC_PI_3 as f32);
    }
}
