//! The part of avian2d's API (0.4) that the loader uses. It compiles, and does nothing.

pub mod prelude {
    use bevy::prelude::*;
    macro_rules! comp {
        ($($n:ident($t:ty))*) => {
            $(#[derive(Clone, Copy, Debug)] pub struct $n(pub $t); impl Component for $n {})*
        };
    }
    comp! {
        Mass(f32) AngularInertia(f32) CenterOfMass(Vec2) LinearVelocity(Vec2) AngularVelocity(f32) LinearDamping(f32)
        AngularDamping(f32) ConstantForce(Vec2) Position(Vec2)
    }
    macro_rules! unit { ($($n:ident)*) => { $(pub struct $n; impl Component for $n {})* } }
    unit! { NoAutoMass NoAutoAngularInertia NoAutoCenterOfMass Sensor JointCollisionDisabled }
    pub struct Gravity(pub Vec2);
    impl Resource for Gravity {}
    #[derive(Clone, Copy, Debug)]
    pub struct Rotation;
    impl Component for Rotation {}
    impl Rotation {
        pub const IDENTITY: Rotation = Rotation;
        pub fn radians(_: f32) -> Rotation {
            Rotation
        }
        pub fn as_radians(self) -> f32 {
            0.0
        }
    }
    #[derive(PartialEq, Clone, Copy)]
    pub enum RigidBody {
        Dynamic,
        Static,
        Kinematic,
    }
    impl Component for RigidBody {}
    #[derive(Clone)]
    pub struct Collider;
    impl Component for Collider {}
    impl Collider {
        pub fn compound(_: Vec<(impl Into<Position>, impl Into<Rotation>, impl Into<Collider>)>) -> Self {
            Collider
        }
        pub fn circle(_: f32) -> Self {
            Collider
        }
        pub fn capsule_endpoints(_: f32, _: Vec2, _: Vec2) -> Self {
            Collider
        }
        pub fn segment(_: Vec2, _: Vec2) -> Self {
            Collider
        }
        pub fn polyline(_: Vec<Vec2>, _: Option<Vec<[u32; 2]>>) -> Self {
            Collider
        }
        pub fn convex_polyline(_: Vec<Vec2>) -> Option<Self> {
            None
        }
    }
    pub enum CoefficientCombine {
        Average,
        GeometricMean,
        Min,
        Multiply,
        Max,
    }
    pub struct Friction;
    impl Component for Friction {}
    impl Friction {
        pub fn new(_: f32) -> Self {
            Friction
        }
        pub fn with_combine_rule(&self, _: CoefficientCombine) -> Self {
            Friction
        }
    }
    pub struct Restitution;
    impl Component for Restitution {}
    impl Restitution {
        pub fn new(_: f32) -> Self {
            Restitution
        }
        pub fn with_combine_rule(&self, _: CoefficientCombine) -> Self {
            Restitution
        }
    }
    pub struct CollisionLayers;
    impl Component for CollisionLayers {}
    impl CollisionLayers {
        pub const fn from_bits(_: u32, _: u32) -> Self {
            CollisionLayers
        }
    }
    #[derive(Clone, Copy)]
    pub struct ActiveCollisionHooks;
    impl Component for ActiveCollisionHooks {}
    impl ActiveCollisionHooks {
        pub const FILTER_PAIRS: Self = Self;
        pub const MODIFY_CONTACTS: Self = Self;
    }
    impl std::ops::BitOrAssign for ActiveCollisionHooks {
        fn bitor_assign(&mut self, _: Self) {}
    }
    pub struct RevoluteJoint;
    impl Component for RevoluteJoint {}
    impl RevoluteJoint {
        pub const fn new(_: Entity, _: Entity) -> Self {
            Self
        }
        pub const fn with_local_anchor1(self, _: Vec2) -> Self {
            self
        }
        pub const fn with_local_anchor2(self, _: Vec2) -> Self {
            self
        }
        pub fn with_local_basis1(self, _: impl Into<Rotation>) -> Self {
            self
        }
        pub const fn with_angle_limits(self, _: f32, _: f32) -> Self {
            self
        }
    }
    pub struct DistanceJoint;
    impl Component for DistanceJoint {}
    impl DistanceJoint {
        pub const fn new(_: Entity, _: Entity) -> Self {
            Self
        }
        pub const fn with_local_anchor1(self, _: Vec2) -> Self {
            self
        }
        pub const fn with_local_anchor2(self, _: Vec2) -> Self {
            self
        }
        pub const fn with_limits(self, _: f32, _: f32) -> Self {
            self
        }
        pub const fn with_compliance(self, _: f32) -> Self {
            self
        }
    }
    pub struct JointDamping {
        pub linear: f32,
        pub angular: f32,
    }
    impl Component for JointDamping {}
    pub struct ContactPoint {
        pub penetration: f32,
    }
    pub struct ContactManifold {
        pub points: Vec<ContactPoint>,
        pub normal: Vec2,
    }
    pub struct ContactPair {
        pub collider1: Entity,
        pub collider2: Entity,
        pub manifolds: Vec<ContactManifold>,
    }
    pub trait CollisionHooks {
        fn filter_pairs(&self, a: Entity, b: Entity, c: &mut Commands) -> bool;
        fn modify_contacts(&self, p: &mut ContactPair, c: &mut Commands) -> bool;
    }
    pub struct PhysicsPlugins;
    impl PhysicsPlugins {
        pub fn default() -> Self {
            Self
        }
        pub fn with_collision_hooks<H>(self) -> Self {
            self
        }
    }
}
