//! The part of rapier2d's API (0.35) that the loader uses. It records what it is given and simulates nothing.
pub mod prelude {
    use std::collections::BTreeMap;
    use std::ops::{BitOr, Index, IndexMut};

    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    pub struct Vector {
        pub x: f32,
        pub y: f32,
    }

    impl Vector {
        pub const fn new(x: f32, y: f32) -> Vector {
            Vector { x, y }
        }
    }

    #[derive(Clone, Copy, Default)]
    pub struct Rotation(f32);

    impl Rotation {
        pub fn new(angle: f32) -> Rotation {
            Rotation(angle)
        }

        pub fn angle(&self) -> f32 {
            self.0
        }
    }

    #[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
    pub struct RigidBodyHandle(pub u32);
    #[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
    pub struct ColliderHandle(pub u32);
    #[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
    pub struct ImpulseJointHandle(pub u32);

    #[derive(Clone, Copy, Default)]
    pub struct MassProperties {
        pub local_com: Vector,
        pub mass: f32,
        pub inertia: f32,
    }

    impl MassProperties {
        pub fn new(local_com: Vector, mass: f32, inertia: f32) -> MassProperties {
            MassProperties { local_com, mass, inertia }
        }
    }

    #[derive(Clone, Default)]
    pub struct RigidBody {
        pub kind: &'static str,
        pub at: Vector,
        pub turn: Rotation,
        pub linvel: Vector,
        pub angvel: f32,
        pub mass: MassProperties,
        pub force: Vector,
        pub damping: [f32; 2],
    }

    impl RigidBody {
        pub fn rotation(&self) -> &Rotation {
            &self.turn
        }

        pub fn set_linear_damping(&mut self, damping: f32) {
            self.damping[0] = damping;
        }

        pub fn set_angular_damping(&mut self, damping: f32) {
            self.damping[1] = damping;
        }

        pub fn set_next_kinematic_translation(&mut self, to: Vector) {
            self.at = to;
        }

        pub fn set_next_kinematic_rotation(&mut self, to: Rotation) {
            self.turn = to;
        }

        pub fn add_force(&mut self, force: Vector, _wake_up: bool) {
            self.force = force;
        }
    }

    pub struct RigidBodyBuilder(RigidBody);

    impl RigidBodyBuilder {
        fn of(kind: &'static str) -> Self {
            Self(RigidBody { kind, ..RigidBody::default() })
        }

        pub fn dynamic() -> Self {
            Self::of("Dynamic")
        }

        pub fn kinematic_position_based() -> Self {
            Self::of("Kinematic")
        }

        pub fn fixed() -> Self {
            Self::of("Static")
        }

        pub fn translation(mut self, at: Vector) -> Self {
            self.0.at = at;
            self
        }

        pub fn rotation(mut self, angle: f32) -> Self {
            self.0.turn = Rotation(angle);
            self
        }

        pub fn linvel(mut self, v: Vector) -> Self {
            self.0.linvel = v;
            self
        }

        pub fn angvel(mut self, v: f32) -> Self {
            self.0.angvel = v;
            self
        }

        pub fn additional_mass_properties(mut self, mass: MassProperties) -> Self {
            self.0.mass = mass;
            self
        }
    }

    impl From<RigidBodyBuilder> for RigidBody {
        fn from(b: RigidBodyBuilder) -> RigidBody {
            b.0
        }
    }

    #[derive(Default)]
    pub struct RigidBodySet {
        pub all: BTreeMap<u32, RigidBody>,
        next: u32,
    }

    impl RigidBodySet {
        pub fn insert(&mut self, rb: impl Into<RigidBody>) -> RigidBodyHandle {
            self.next += 1;
            self.all.insert(self.next, rb.into());
            RigidBodyHandle(self.next)
        }

        pub fn get(&self, handle: RigidBodyHandle) -> Option<&RigidBody> {
            self.all.get(&handle.0)
        }

        pub fn get_mut(&mut self, handle: RigidBodyHandle) -> Option<&mut RigidBody> {
            self.all.get_mut(&handle.0)
        }
    }

    impl Index<RigidBodyHandle> for RigidBodySet {
        type Output = RigidBody;
        fn index(&self, handle: RigidBodyHandle) -> &RigidBody {
            &self.all[&handle.0]
        }
    }

    impl IndexMut<RigidBodyHandle> for RigidBodySet {
        fn index_mut(&mut self, handle: RigidBodyHandle) -> &mut RigidBody {
            self.all.get_mut(&handle.0).unwrap()
        }
    }

    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    pub enum CoefficientCombineRule {
        #[default]
        Average,
        Min,
        Multiply,
        Max,
        GeometricMean,
    }

    #[derive(Clone, Copy, Default, PartialEq)]
    pub struct Group(pub u32);

    impl Group {
        pub fn from_bits_truncate(bits: u32) -> Group {
            Group(bits)
        }
    }

    #[derive(Clone, Copy, Default)]
    pub enum InteractionTestMode {
        #[default]
        And,
    }

    #[derive(Clone, Copy, Default)]
    pub struct InteractionGroups {
        pub memberships: Group,
        pub filter: Group,
    }

    impl InteractionGroups {
        pub const fn new(memberships: Group, filter: Group, _mode: InteractionTestMode) -> Self {
            Self { memberships, filter }
        }
    }

    #[derive(Clone, Copy, Default, PartialEq)]
    pub struct ActiveHooks(u32);

    impl ActiveHooks {
        pub const FILTER_CONTACT_PAIRS: ActiveHooks = ActiveHooks(1);
        pub const MODIFY_SOLVER_CONTACTS: ActiveHooks = ActiveHooks(4);

        pub fn empty() -> ActiveHooks {
            ActiveHooks(0)
        }

        pub fn set(&mut self, flags: ActiveHooks, value: bool) {
            self.0 |= if value { flags.0 } else { 0 };
        }
    }

    impl BitOr for ActiveHooks {
        type Output = ActiveHooks;
        fn bitor(self, other: ActiveHooks) -> ActiveHooks {
            ActiveHooks(self.0 | other.0)
        }
    }

    /// A collider is its builder here.
    #[derive(Clone, Default)]
    pub struct ColliderBuilder {
        pub kind: &'static str,
        pub points: Vec<Vector>,
        pub radius: f32,
        pub parent: RigidBodyHandle,
        pub turn: Rotation,
        pub density: f32,
        pub surface: [f32; 2],
        pub rules: [CoefficientCombineRule; 2],
        pub is_sensor: bool,
        pub hooks: ActiveHooks,
        pub groups: InteractionGroups,
    }

    pub type Collider = ColliderBuilder;

    impl ColliderBuilder {
        fn of(kind: &'static str, points: Vec<Vector>, radius: f32) -> Self {
            Self { kind, points, radius, density: 1.0, ..Self::default() }
        }

        pub fn ball(radius: f32) -> Self {
            Self::of("ball", vec![Vector::default()], radius)
        }

        pub fn segment(a: Vector, b: Vector) -> Self {
            Self::of("segment", vec![a, b], 0.0)
        }

        pub fn capsule_from_endpoints(a: Vector, b: Vector, radius: f32) -> Self {
            Self::of("capsule", vec![a, b], radius)
        }

        pub fn convex_polyline(points: Vec<Vector>) -> Option<Self> {
            Some(Self::of("polygon", points, 0.0))
        }

        pub fn round_convex_polyline(points: Vec<Vector>, radius: f32) -> Option<Self> {
            Some(Self::of("polygon", points, radius))
        }

        pub fn polyline(points: Vec<Vector>, _indices: Option<Vec<[u32; 2]>>) -> Self {
            Self::of("polyline", points, 0.0)
        }

        pub fn oriented_polyline(points: Vec<Vector>, _indices: Option<Vec<[u32; 2]>>) -> Self {
            Self::of("oriented polyline", points, 0.0)
        }

        pub fn translation(mut self, at: Vector) -> Self {
            self.points = vec![at];
            self
        }

        pub fn density(mut self, density: f32) -> Self {
            self.density = density;
            self
        }

        pub fn friction(mut self, value: f32) -> Self {
            self.surface[0] = value;
            self
        }

        pub fn friction_combine_rule(mut self, rule: CoefficientCombineRule) -> Self {
            self.rules[0] = rule;
            self
        }

        pub fn restitution(mut self, value: f32) -> Self {
            self.surface[1] = value;
            self
        }

        pub fn restitution_combine_rule(mut self, rule: CoefficientCombineRule) -> Self {
            self.rules[1] = rule;
            self
        }

        pub fn sensor(mut self, is_sensor: bool) -> Self {
            self.is_sensor = is_sensor;
            self
        }

        pub fn active_hooks(mut self, hooks: ActiveHooks) -> Self {
            self.hooks = hooks;
            self
        }

        pub fn collision_groups(mut self, groups: InteractionGroups) -> Self {
            self.groups = groups;
            self
        }

        pub fn rotation(&self) -> Rotation {
            self.turn
        }
    }

    #[derive(Default)]
    pub struct ColliderSet {
        pub all: BTreeMap<u32, Collider>,
        next: u32,
    }

    impl ColliderSet {
        pub fn insert_with_parent(
            &mut self,
            collider: impl Into<Collider>,
            parent: RigidBodyHandle,
            bodies: &mut RigidBodySet,
        ) -> ColliderHandle {
            let mut collider = collider.into();
            (collider.parent, collider.turn) = (parent, bodies[parent].turn);
            self.next += 1;
            self.all.insert(self.next, collider);
            ColliderHandle(self.next)
        }

        pub fn get(&self, handle: ColliderHandle) -> Option<&Collider> {
            self.all.get(&handle.0)
        }

        pub fn contains(&self, handle: ColliderHandle) -> bool {
            self.all.contains_key(&handle.0)
        }
    }

    #[derive(Clone, Copy, PartialEq)]
    pub enum MotorModel {
        AccelerationBased,
        ForceBased,
    }

    #[derive(Clone)]
    pub struct GenericJoint {
        pub kind: &'static str,
        pub anchors: [Vector; 2],
        pub collide: bool,
        pub limits: Option<[f32; 2]>,
        pub motor: Option<[f32; 2]>,
        pub spring: [f32; 3], // length, stiffness, damping
        pub model: MotorModel,
    }

    macro_rules! builder {
        ($name:ident, $joint:ident, $kind:expr) => {
            pub struct $joint(GenericJoint);
            pub struct $name(GenericJoint);

            impl $name {
                fn of(spring: [f32; 3]) -> Self {
                    Self(GenericJoint {
                        kind: $kind,
                        anchors: [Vector::default(); 2],
                        collide: true,
                        limits: None,
                        motor: None,
                        spring,
                        model: MotorModel::ForceBased,
                    })
                }

                pub fn local_anchor1(mut self, at: Vector) -> Self {
                    self.0.anchors[0] = at;
                    self
                }

                pub fn local_anchor2(mut self, at: Vector) -> Self {
                    self.0.anchors[1] = at;
                    self
                }

                pub fn contacts_enabled(mut self, enabled: bool) -> Self {
                    self.0.collide = enabled;
                    self
                }

                pub fn build(self) -> $joint {
                    $joint(self.0)
                }
            }

            impl From<$joint> for GenericJoint {
                fn from(joint: $joint) -> GenericJoint {
                    joint.0
                }
            }
        };
    }

    builder!(RevoluteJointBuilder, RevoluteJoint, "RevoluteJoint");
    builder!(RopeJointBuilder, RopeJoint, "RopeJoint");
    builder!(SpringJointBuilder, SpringJoint, "SpringJoint");

    impl RevoluteJointBuilder {
        #[allow(clippy::new_without_default)]
        pub fn new() -> Self {
            Self::of([0.0; 3])
        }

        pub fn limits(mut self, limits: [f32; 2]) -> Self {
            self.0.limits = Some(limits);
            self
        }

        pub fn motor_velocity(mut self, speed: f32, _factor: f32) -> Self {
            self.0.motor = Some([speed, f32::MAX]);
            self
        }

        pub fn motor_max_force(mut self, force: f32) -> Self {
            self.0.motor = self.0.motor.map(|m| [m[0], force]);
            self
        }
    }

    impl RopeJointBuilder {
        pub fn new(length: f32) -> Self {
            Self::of([length, 0.0, 0.0])
        }
    }

    impl SpringJointBuilder {
        pub fn new(length: f32, stiffness: f32, damping: f32) -> Self {
            Self::of([length, stiffness, damping])
        }

        pub fn spring_model(mut self, model: MotorModel) -> Self {
            self.0.model = model;
            self
        }
    }

    #[derive(Default)]
    pub struct ImpulseJointSet {
        pub all: BTreeMap<u32, (RigidBodyHandle, RigidBodyHandle, GenericJoint)>,
        next: u32,
    }

    impl ImpulseJointSet {
        pub fn insert(
            &mut self,
            a: RigidBodyHandle,
            b: RigidBodyHandle,
            data: impl Into<GenericJoint>,
            _wake_up: bool,
        ) -> ImpulseJointHandle {
            self.next += 1;
            self.all.insert(self.next, (a, b, data.into()));
            ImpulseJointHandle(self.next)
        }

        pub fn remove(&mut self, handle: ImpulseJointHandle, _wake_up: bool) -> Option<GenericJoint> {
            self.all.remove(&handle.0).map(|j| j.2)
        }
    }

    #[derive(Default)]
    pub struct PhysicsWorld {
        pub gravity: Vector,
        pub bodies: RigidBodySet,
        pub colliders: ColliderSet,
        pub impulse_joints: ImpulseJointSet,
    }

    pub trait EventHandler {}
    impl EventHandler for () {}

    impl PhysicsWorld {
        pub fn step_with_events(&mut self, _hooks: &dyn PhysicsHooks, _events: &dyn EventHandler) {}

        pub fn remove_body(&mut self, handle: RigidBodyHandle) -> Option<RigidBody> {
            self.colliders.all.retain(|_, c| c.parent != handle);
            self.impulse_joints.all.retain(|_, j| j.0 != handle && j.1 != handle);
            self.bodies.all.remove(&handle.0)
        }
    }

    #[derive(PartialEq, Debug)]
    pub struct SolverFlags(u32);

    impl SolverFlags {
        pub const COMPUTE_IMPULSES: SolverFlags = SolverFlags(1);
    }

    pub struct PairFilterContext {
        pub collider1: ColliderHandle,
        pub collider2: ColliderHandle,
    }

    pub struct ContactModificationContext<'a> {
        pub bodies: &'a RigidBodySet,
        pub colliders: &'a ColliderSet,
        pub collider1: ColliderHandle,
        pub collider2: ColliderHandle,
        pub allowed: Option<(Vector, f32)>, // what update_as_oneway_platform was given
    }

    impl ContactModificationContext<'_> {
        pub fn update_as_oneway_platform(&mut self, allowed_local_n1: Vector, allowed_angle: f32) {
            self.allowed = Some((allowed_local_n1, allowed_angle));
        }
    }

    pub trait PhysicsHooks {
        fn filter_contact_pair(&self, context: &PairFilterContext) -> Option<SolverFlags>;
        fn modify_solver_contacts(&self, context: &mut ContactModificationContext);
    }
}
