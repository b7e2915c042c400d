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
// pixels times density, so impulses and forces are in those units too. Tolerances are absolute, such as [Slop]: scale a
// world in other units to shapes of some 10 to 1000.
//
// # Method
//
// A step gathers the contacts of all pairs that can meet within it, solves them in [Substeps] substeps with soft
// constraints, warm starting and a second pass without bias (Erin Catto, "Solver2D", 2024), stops fast bodies where
// they hit something, and corrects what overlap is left. Restitution keeps the energy of what bounces. Bodies at rest
// sleep, island by island. Everything happens in the order in which bodies were added, so that equal steps give equal
// bits on every processor.
//
// # Parts
//
// Body 0 is a character: whoever owns the space moves it, and dynamic bodies push and carry it. [NewSpace] adds one
// that is gone. Kinematic bodies move by their velocity. The space knows no game: belts are a number of a material, and
// a body or a static collider that opens, breaks or returns is [Space.SetGone].
//
// For rays, casts and a character's controller, [Space.Place] keeps a [collision.World] up to date.
//
// A caller with more to do within a step, such as the playtest, calls its parts one by one: [Space.Gather],
// [Space.UpdateIslands], [Space.Solve], [Space.UpdateRest].
package dynamics
