// Package tool implements the drawing tools independently of any window. It takes pointer and key events in level space
// and produces document changes and overlays.
//
// A tool handles events while no gesture is in progress. Pressing the button begins a gesture, a state that receives
// every event until it ends. For example, a press becomes a drag once the pointer has moved far enough, and an outline
// adds a vertex for every click. Each gesture makes one undo step or none; Escape cancels it completely.
//
// # Adding a tool
//
//  1. Write draw_NAME.go. A tool that draws with one drag is a function from an [Event] to a gesture, such as
//     newCircleDrag in draw_box.go. For a path of clicks, see draw_path.go. Anything else is a type that implements
//     gesture (controller.go), such as placing in draw_box.go. Only a tool that acts between gestures, such as
//     Select, implements tool itself.
//  2. In controller.go, add a constant of type [ID], and call add in [NewController] with its name, key and hint.
//  3. Draw assets/icons/ID.svg, named after the constant. The window cannot open without it.
//  4. Add rows to TestTools (tool_test.go) and the ID to TestRandomEvents (random_test.go).
//  5. Describe it in docs/guide/drawing.md.
//
// The palette, the keys and the Shape menu list the controller's tools. A tool with options that do not fit the status
// bar has a strip method (strip.go). Tools show items of package overlay. A new kind of item needs a case in
// render/overlay.go, which draws both pixels and SVG.
package tool
