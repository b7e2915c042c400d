//! Builds a level of Fillet in Bevy with Avian (avian2d 0.4, Bevy 0.17).
//! MIT License, see LICENSE.
//!
//! Needs fillet_bevy_shapes.rs, fillet_file.rs, fillet_records.rs and fillet_json.rs, and `mod` lines for all five:
//!
//! ```
//! app.add_plugins((PhysicsPlugins::default().with_collision_hooks::<FilletHooks>(), FilletPlugin));
//!
//! fn setup(mut commands: Commands) {
//!     let level = Level::load(&text, "cavern.colliders.json", &mut commands, false).unwrap();
//!     let door = level.bodies[level.find("door").unwrap()]; // an entity
//!     commands.insert_resource(level);
//! }
//! ```
//!
//! Checked beside the sources of avian2d 0.4, not run there.
use crate::fillet_bevy_shapes::{add_joint, add_shapes, check};
use crate::fillet_file::{Body, File, Point, Result};
use avian2d::prelude::*;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use std::collections::{HashMap, HashSet};
use std::f64::consts::{PI, TAU};

/// Moves the kinematic bodies of the level in the resource `Level`, if there is one.
pub struct FilletPlugin;

impl Plugin for FilletPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(FixedUpdate, drive.run_if(resource_exists::<Level>));
    }
}

/// Leads from the entity of a collider to its record.
#[derive(Component, Clone)]
pub struct FilletCollider {
    pub id: String,
    pub name: String,
    pub tags: Vec<String>,
    pub group: i32,
}

/// The solid side of a one-way collider, in its body's frame, and the entities that pass it.
#[derive(Component, Clone)]
pub struct OneWay {
    pub side: Vec2,
    pub passing: HashSet<Entity>,
}

#[derive(Component)]
struct Driven(String);

/// A loaded level. Bodies are entities with a child for each collider.
#[derive(Resource)]
pub struct Level {
    pub file: File,
    pub bodies: HashMap<String, Entity>,
    pub joints: HashMap<String, Entity>,
    pub losses: Vec<String>,
    ground: Entity, // the level's side of joints
    keep_gravity: bool,
    time: f64,
}

impl Level {
    /// Loads the text of a file, with y up. The name is for messages. The level sets the gravity, unless it is kept.
    pub fn load(text: &str, name: &str, commands: &mut Commands, keep_gravity: bool) -> Result<Level> {
        let file = File::read(text, name, true)?;
        let losses = check(&file)?;
        let ground = commands.spawn((RigidBody::Static, Transform::IDENTITY)).id();
        let (bodies, joints) = (HashMap::new(), HashMap::new());
        let mut level =
            Level { file: File::default(), bodies, joints, losses: Vec::new(), ground, keep_gravity, time: 0.0 };
        level.fill(file, losses, commands);
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

    /// Applies a change that the running editor sent. Bodies that it does not touch stay where they are.
    pub fn apply(&mut self, change: &str, commands: &mut Commands) -> Result<()> {
        let (next, touched) = self.file.changed(change)?;
        let losses = check(&next)?;
        let file = std::mem::take(&mut self.file);
        let is_touched = |i: Option<usize>| i.is_some_and(|i| touched.contains(&file.bodies[file.body_of[i]].key));
        for j in &file.joints {
            let is_same = next.joints.iter().any(|n| n.record == j.record);
            if !is_same || is_touched(j.a) || is_touched(j.b) {
                if let Some(entity) = self.joints.remove(&j.id) {
                    commands.entity(entity).despawn();
                }
            }
        }
        for body in file.bodies.iter().filter(|b| touched.contains(&b.key)) {
            if let Some(&entity) = self.bodies.get(&file.first(body).id) {
                commands.entity(entity).despawn();
            }
            for &i in &body.parts {
                self.bodies.remove(&file.colliders[i].id);
            }
        }
        self.fill(next, losses, commands);
        Ok(())
    }

    /// Removes everything that the level made.
    pub fn destroy(&self, commands: &mut Commands) {
        let bodies: HashSet<Entity> = self.bodies.values().copied().collect();
        for entity in self.joints.values().copied().chain(bodies).chain([self.ground]) {
            commands.entity(entity).despawn();
        }
    }

    /// Adds the bodies and joints of a file that are not there yet.
    fn fill(&mut self, file: File, losses: Vec<String>, commands: &mut Commands) {
        self.losses = losses;
        if !self.keep_gravity {
            commands.insert_resource(Gravity(vec2(file.gravity)));
        }
        for body in &file.bodies {
            let first = file.first(body);
            if first.is_marker() {
                continue;
            }
            if !self.bodies.contains_key(&first.id) {
                self.add_body(&file, body, commands);
            }
            let damping = (LinearDamping(file.damping as f32), AngularDamping(file.spin_damping as f32));
            commands.entity(self.bodies[&first.id]).insert(damping);
        }
        for j in &file.joints {
            if !self.joints.contains_key(&j.id) {
                let body = |side: Option<usize>| side.map_or(self.ground, |i| self.bodies[&file.colliders[i].id]);
                let entity = add_joint(&file, j, body(j.a), body(j.b), commands);
                self.joints.insert(j.id.clone(), entity);
            }
        }
        self.file = file;
    }

    fn add_body(&mut self, file: &File, body: &Body, commands: &mut Commands) {
        let first = file.first(body);
        let (at, angle) = first.pose_at(self.time);
        let (at, turn) = (vec2(at).extend(0.0), Quat::from_rotation_z(angle as f32));
        let kind = match file.kind(body) {
            "dynamic" => RigidBody::Dynamic,
            "kinematic" => RigidBody::Kinematic,
            _ => RigidBody::Static,
        };
        let mut entity = commands.spawn((kind, Transform::from_translation(at).with_rotation(turn)));
        entity.insert(Name::new(first.label()));
        if kind == RigidBody::Dynamic {
            entity.insert((LinearVelocity(vec2(body.velocity)), AngularVelocity(body.spin as f32)));
            entity.insert(ConstantForce(vec2(body.force)));
        }
        if kind == RigidBody::Kinematic && (!first.keys.is_empty() || first.turn != 0.0) {
            entity.insert(Driven(first.id.clone()));
        }
        if first.mass > 0.0 {
            let center = CenterOfMass(vec2(first.center));
            entity.insert((Mass(first.mass as f32), AngularInertia(first.inertia as f32), center));
            entity.insert((NoAutoMass, NoAutoAngularInertia, NoAutoCenterOfMass));
        }
        let id = entity.id();
        for &i in &body.parts {
            let c = &file.colliders[i];
            self.bodies.insert(c.id.clone(), id);
            add_shapes(file, body, c, id, commands);
        }
    }
}

/// Gives kinematic bodies the velocity that takes them along their paths.
fn drive(
    time: Res<Time>,
    mut level: ResMut<Level>,
    mut bodies: Query<(&Driven, &Position, &Rotation, &mut LinearVelocity, &mut AngularVelocity)>,
) {
    let dt = time.delta_secs_f64();
    if dt <= 0.0 {
        return;
    }
    level.time += dt;
    for (driven, position, rotation, mut velocity, mut spin) in &mut bodies {
        let Some(&i) = level.file.by_id.get(&driven.0) else { continue };
        let (at, angle) = level.file.colliders[i].pose_at(level.time);
        velocity.0 = (vec2(at) - position.0) / dt as f32;
        let turn = (angle - f64::from(rotation.as_radians()) + PI).rem_euclid(TAU) - PI;
        spin.0 = (turn / dt) as f32;
    }
}

/// Lets bodies pass one-way colliders from behind, and parts colliders of the same negative group.
#[derive(SystemParam)]
pub struct FilletHooks<'w, 's> {
    one_ways: Query<'w, 's, (&'static OneWay, &'static GlobalTransform)>,
    colliders: Query<'w, 's, &'static FilletCollider>,
}

impl CollisionHooks for FilletHooks<'_, '_> {
    fn filter_pairs(&self, collider1: Entity, collider2: Entity, _commands: &mut Commands) -> bool {
        let group = |entity| self.colliders.get(entity).map_or(0, |c| c.group);
        group(collider1) >= 0 || group(collider1) != group(collider2)
    }

    fn modify_contacts(&self, contacts: &mut ContactPair, commands: &mut Commands) -> bool {
        let (a, b) = (contacts.collider1, contacts.collider2);
        self.stops(a, b, 1.0, contacts, commands) && self.stops(b, a, -1.0, contacts, commands)
    }
}

impl FilletHooks<'_, '_> {
    /// Reports whether a one-way collider stops another one. The sign is 1 if the contacts' normals point to it.
    fn stops(&self, of: Entity, other: Entity, sign: f32, contacts: &ContactPair, commands: &mut Commands) -> bool {
        let Ok((way, transform)) = self.one_ways.get(of) else { return true };
        let side = (transform.rotation() * way.side.extend(0.0)).truncate();
        let is_passing = way.passing.contains(&other);
        let is_inside = contacts.manifolds.iter().any(|m| m.points.iter().any(|p| p.penetration > 0.0));
        let is_solid = contacts.manifolds.iter().all(|m| (m.normal * sign).dot(side) >= 0.5);
        let passes = if is_passing { is_inside } else { !is_solid };
        if passes != is_passing {
            commands.queue(move |world: &mut World| {
                if let Some(mut way) = world.get_mut::<OneWay>(of) {
                    if passes {
                        way.passing.insert(other)
                    } else {
                        way.passing.remove(&other)
                    };
                }
            });
        }
        !passes
    }
}

pub fn vec2(v: Point) -> Vec2 {
    Vec2::new(v[0] as f32, v[1] as f32)
}
