//! The part of Bevy's API (0.17) that the loader uses. It compiles, and does nothing.

pub mod ecs {
    pub mod system {
        pub use bevy_derive::SystemParam;
    }
}
pub mod prelude {
    pub use bevy_derive::{Component, Resource};
    use std::ops::*;
    pub type Result<T = (), E = String> = std::result::Result<T, E>;
    pub trait Component: Send + Sync + 'static {}
    pub trait Resource: Send + Sync + 'static {}
    pub trait Bundle {}
    impl<T: Component> Bundle for T {}
    macro_rules! tuples { ($($n:ident)*) => { impl<$($n: Bundle),*> Bundle for ($($n,)*) {} } }
    tuples!(A B);
    tuples!(A B C);
    tuples!(A B C D);
    tuples!(A B C D E);
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub struct Entity(pub u32);
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Vec2 {
        pub x: f32,
        pub y: f32,
    }
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Vec3 {
        pub x: f32,
        pub y: f32,
        pub z: f32,
    }
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Quat;
    impl Vec2 {
        pub const ZERO: Vec2 = Vec2 { x: 0.0, y: 0.0 };
        pub const fn new(x: f32, y: f32) -> Vec2 {
            Vec2 { x, y }
        }
        pub const fn extend(self, z: f32) -> Vec3 {
            Vec3 { x: self.x, y: self.y, z }
        }
        pub fn dot(self, o: Vec2) -> f32 {
            self.x * o.x + self.y * o.y
        }
    }
    impl Vec3 {
        pub fn truncate(self) -> Vec2 {
            Vec2 { x: self.x, y: self.y }
        }
    }
    impl Sub for Vec2 {
        type Output = Vec2;
        fn sub(self, o: Vec2) -> Vec2 {
            Vec2::new(self.x - o.x, self.y - o.y)
        }
    }
    impl Div<f32> for Vec2 {
        type Output = Vec2;
        fn div(self, k: f32) -> Vec2 {
            Vec2::new(self.x / k, self.y / k)
        }
    }
    impl Mul<f32> for Vec2 {
        type Output = Vec2;
        fn mul(self, k: f32) -> Vec2 {
            Vec2::new(self.x * k, self.y * k)
        }
    }
    impl Quat {
        pub fn from_rotation_z(_: f32) -> Quat {
            Quat
        }
    }
    impl Mul<Vec3> for Quat {
        type Output = Vec3;
        fn mul(self, v: Vec3) -> Vec3 {
            v
        }
    }
    #[derive(Clone, Copy)]
    pub struct Transform;
    impl Component for Transform {}
    impl Transform {
        pub const IDENTITY: Transform = Transform;
        pub const fn from_translation(_: Vec3) -> Transform {
            Transform
        }
        pub const fn with_rotation(self, _: Quat) -> Self {
            self
        }
    }
    pub struct GlobalTransform;
    impl Component for GlobalTransform {}
    impl GlobalTransform {
        pub fn rotation(&self) -> Quat {
            Quat
        }
    }
    pub struct Name;
    impl Component for Name {}
    impl Name {
        pub fn new(_: impl Into<std::borrow::Cow<'static, str>>) -> Name {
            Name
        }
    }
    pub struct ChildOf(pub Entity);
    impl Component for ChildOf {}
    pub struct World;
    pub struct Mut<'a, T>(&'a mut T);
    impl<T> Deref for Mut<'_, T> {
        type Target = T;
        fn deref(&self) -> &T {
            self.0
        }
    }
    impl<T> DerefMut for Mut<'_, T> {
        fn deref_mut(&mut self) -> &mut T {
            self.0
        }
    }
    impl World {
        pub fn get_mut<T: Component>(&mut self, _: Entity) -> Option<Mut<'_, T>> {
            None
        }
    }
    pub struct Commands<'w, 's>(std::marker::PhantomData<(&'w (), &'s ())>);
    pub struct EntityCommands<'a>(&'a ());
    pub trait Command {}
    impl<F: FnOnce(&mut World) + Send + 'static> Command for F {}
    impl<'w, 's> Commands<'w, 's> {
        pub fn spawn<B: Bundle>(&mut self, _: B) -> EntityCommands<'_> {
            EntityCommands(&())
        }
        pub fn entity(&mut self, _: Entity) -> EntityCommands<'_> {
            EntityCommands(&())
        }
        pub fn insert_resource<R: Resource>(&mut self, _: R) {}
        pub fn queue<C: Command>(&mut self, _: C) {}
    }
    impl<'a> EntityCommands<'a> {
        pub fn insert(&mut self, _: impl Bundle) -> &mut Self {
            self
        }
        pub fn id(&self) -> Entity {
            Entity(0)
        }
        pub fn despawn(&mut self) {}
    }
    pub trait QueryData {
        type Item<'a>;
        type Read<'a>;
    }
    impl<T: Component> QueryData for &T {
        type Item<'a> = &'a T;
        type Read<'a> = &'a T;
    }
    impl<T: Component> QueryData for &mut T {
        type Item<'a> = Mut<'a, T>;
        type Read<'a> = &'a T;
    }
    macro_rules! data {
        ($($n:ident)*) => {
            impl<$($n: QueryData),*> QueryData for ($($n,)*) {
                type Item<'a> = ($($n::Item<'a>,)*);
                type Read<'a> = ($($n::Read<'a>,)*);
            }
        };
    }
    data!(A B);
    data!(A B C D E);
    pub struct Query<'w, 's, D: QueryData>(std::marker::PhantomData<(&'w (), &'s (), D)>);
    impl<'w, 's, D: QueryData> Query<'w, 's, D> {
        pub fn get(&self, _: Entity) -> std::result::Result<D::Read<'_>, String> {
            Err(String::new())
        }
    }
    impl<'a, 'w, 's, D: QueryData> IntoIterator for &'a mut Query<'w, 's, D> {
        type Item = D::Item<'a>;
        type IntoIter = std::vec::IntoIter<D::Item<'a>>;
        fn into_iter(self) -> Self::IntoIter {
            Vec::new().into_iter()
        }
    }
    pub struct Res<'a, T>(&'a T);
    impl<T> Deref for Res<'_, T> {
        type Target = T;
        fn deref(&self) -> &T {
            self.0
        }
    }
    pub type ResMut<'a, T> = Mut<'a, T>;
    pub struct Time;
    impl Time {
        pub fn delta_secs_f64(&self) -> f64 {
            0.0
        }
    }
    pub struct App;
    pub struct FixedUpdate;
    pub struct Startup;
    pub trait Plugin {
        fn build(&self, app: &mut App);
    }
    pub trait SystemX<M>: Sized {
        fn run_if<C>(self, _: C) -> Self {
            self
        }
    }
    impl<F, A, B, C> SystemX<(A, B, C)> for F where F: Fn(A, B, C) {}
    impl<F, A> SystemX<(A,)> for F where F: Fn(A) {}
    impl App {
        pub fn new() -> App {
            App
        }
        pub fn add_systems<L, M>(&mut self, _: L, _: impl SystemX<M>) -> &mut App {
            self
        }
        pub fn add_plugins<P>(&mut self, _: P) -> &mut App {
            self
        }
        pub fn run(&mut self) {}
    }
    pub fn resource_exists<T: Resource>() -> bool {
        true
    }
    pub struct DefaultPlugins;
}
