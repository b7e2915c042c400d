// Package dynamics moves rigid bodies: shapes of package collision with mass, friction and restitution, joined by
// hinges, springs and ropes. It is the solver of Fillet's playtest, so a game in Go that steps it at 60 Hz moves as the
// playtest shows.
//
//	s := dynamics.NewSpace(dynamics.Settings{Gravity: collision.Vec{Y: 800}})
//	s.AddStatic(collision.Body{Shapes: ground, Transform: collision.Identity()}, dynamics.Material{Friction: 0.6})
//	crate := s.AddBody(&dynamics.BodyDef{Shapes: box, Pose: collision.NewTransform(at, 0), Density: 1})
//	for range 60 {
//		s.Step(dynamics.StepTime)
//	}
//	fmt.Println(s.Bodies[crate].Pose)
//
// # Units
//
// Lengths are in pixels, times in seconds, angles in radians, and y points down if gravity does. Mass is in square
// pixels times density; impulses and forces follow from that. Tolerances such as [Slop] are absolute: scale a world in
// other units so that its shapes are about 10 to 1000 long.
//
// Speeds, accelerations, anchors, densities and the numbers of materials and joints are limited to 1e9 in size, masses
// and torques to 1e30; NaN counts as 0. So no input moves a body to a place that is not a number.
//
// # Method
//
// A step gathers the contacts of all pairs that can meet within it, solves them in [Substeps] substeps with soft
// constraints, warm starting and a second pass without bias (Erin Catto, "Solver2D", 2024), stops fast bodies where
// they hit something, and corrects the remaining overlap. Bodies with restitution 1 keep their energy when they bounce.
// Bodies at rest sleep, island by island, until something that moves touches them, or gravity, their Pull or a joint of
// theirs changes. Everything happens in the order in which bodies were added, so that equal steps give equal bits on
// every processor.
//
// # Parts
//
// Body 0 is the character. The owner of the space moves it, and dynamic bodies push and carry it. [NewSpace] adds it in
// the removed state; see [Space.SetGone]. Kinematic bodies move with their velocity. The space knows no gameplay
// objects: a conveyor belt is a surface speed of a [Material], and SetGone removes and restores doors, crumbling
// platforms and the like.
//
// For rays, casts and a character's controller, [Space.Place] keeps a [collision.World] up to date.
//
// A caller with more to do within a step, such as the playtest, calls its parts one by one: [Space.Gather],
// [Space.UpdateIslands], [Space.Solve], [Space.UpdateRest].
package dynamics
