//! The derive macros of Bevy that the loader uses.

extern crate proc_macro;
use proc_macro::TokenStream;
#[proc_macro_derive(Component)]
pub fn component(i: TokenStream) -> TokenStream {
    imp(i, "Component")
}
#[proc_macro_derive(Resource)]
pub fn resource(i: TokenStream) -> TokenStream {
    imp(i, "Resource")
}
#[proc_macro_derive(SystemParam)]
pub fn system_param(_: TokenStream) -> TokenStream {
    TokenStream::new()
}
fn imp(i: TokenStream, t: &str) -> TokenStream {
    let s: Vec<String> = i.into_iter().map(|t| t.to_string()).collect();
    let k = s.iter().position(|w| w == "struct").unwrap();
    format!("impl ::bevy::prelude::{t} for {} {{}}", s[k + 1]).parse().unwrap()
}
