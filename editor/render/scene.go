package render

import (
	"image/color"

	"fillet/collision"
	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// Scene holds everything that a picture shows. The zero value of every optional part draws nothing.
type Scene struct {
	Camera Camera
	Scale  float64 // picture pixels per unit of the screen: 1, or 2 on a HiDPI display; 0 counts as 1
	Theme  *Theme

	Frame collision.AABB // the level's frame
	Grid  *Grid          // nil: no grid

	Pictures     *Pictures // below the items; nil: none
	PictureAlpha float64   // their opacity, 0 to 1; 0 counts as 1
	Own          *Pictures // the level's own pictures, above Pictures; nil: none

	Region   *Region        // an area below the items; nil: none
	Items    []Item         // in drawing order
	Contacts []Contact      // touching and overlapping pairs: see Preview
	Exits    []Exit         // the ways out of intruders
	Clusters []Cluster      // of exits that are near each other
	Show     Show           // which parts of contacts and shapes are drawn
	Overlays []overlay.Item // drawn last, in order: handles, guides, the shape under construction, labels

	crowded [2]bool // static and moving contacts without overlap are too many to draw in detail
}

// Grid is the drawing grid: lines at Offset + k * Size, with finer lines between them, and every Major-th line
// stronger.
type Grid struct {
	Size, Offset Vec
	Subdivisions int
	Major        int
}

// Item is one collider to draw.
type Item struct {
	Collider *level.Collider
	Baked    *level.Baked
	At       collision.Transform // placement of its frame; during a preview it differs from the collider's own
	State    contacts.State
	Intruder bool // it is the collider to move out of an overlap, which its outline shows; see Preview
	Selected bool
	Hovered  bool
	Dimmed   bool        // locked, or not on the layer in focus
	Moving   bool        // drawn by DrawTop and not by DrawBase; Draw ignores it
	Tint     color.NRGBA // its layer's colour; zero for the theme's
	Fate     Fate        // state in a playtest run
	Alpha    float64     // its layer's opacity; 0 counts as 1; does not apply to intruders, selected and hovered items
}

// Contact is a touching or overlapping pair to draw. Its geometry is in level space, the normal from A to B.
type Contact struct {
	A, B      level.ID
	State     contacts.State
	Manifolds []collision.Manifold
	Depth     float64  // the largest penetration; 0 when only touching
	Intruder  level.ID // the collider of an overlapping pair that should move
	Emphasis  bool     // one of them is selected, hovered or dragged: stronger strokes, and a label
	Moving    bool     // the current gesture changes one of them: not drawn by DrawBase
	Full      bool     // shown in full detail, however small it is

	area      *overlapArea
	span      float64 // the longer side of the area's bounds, in units of the screen
	exit      int32   // index of the intruder's exit in the scene; -1: none
	inCluster bool    // the pin of a cluster replaces its marks
}

// Show enables parts of the picture.
type Show struct {
	ContactPoints bool
	Normals       bool
	Depths        bool // label every way out, not only the emphasized ones
	Features      bool
	Bounds        bool
	Tree          []collision.AABB // boxes of the broad-phase tree; nil: not shown
	Inner         bool             // inner polygons and corner circles
	Pieces        bool             // convex pieces
	Centroids     bool
	Labels        bool // names of triggers and points
}

// Theme holds the colours of the canvas.
type Theme struct {
	Canvas, Outside, Grid, GridMajor, Frame        color.NRGBA // Outside is the ground outside the level
	Solid, Touching, Overlap, Trigger, OneWay      color.NRGBA
	Accent, Muted, Bright, Plate, PlateText, Point color.NRGBA
	Guide                                          color.NRGBA
}

// Dark returns the dark theme.
func Dark() *Theme {
	return &Theme{
		Canvas: rgb(0x15181d), Outside: rgb(0x262b34),
		Grid: rgb(0x1e2229), GridMajor: rgb(0x262b34), Frame: rgb(0x4a5261),
		Solid: rgb(0x8fa3bf), Touching: rgb(0xffb454), Overlap: rgb(0xff5d5d), Trigger: rgb(0xb48cff),
		OneWay: rgb(0x5fd38d), Accent: rgb(0x4c9ffe), Muted: rgb(0x8a93a3), Bright: rgb(0xffffff), Plate: rgb(0x0c0e11),
		PlateText: rgb(0xffffff), Point: rgb(0x5cc8d8), Guide: rgb(0xff79c6),
	}
}

// Light returns the light theme.
func Light() *Theme {
	return &Theme{
		Canvas: rgb(0xf7f8fa), Outside: rgb(0xdadee5),
		Grid: rgb(0xe9ebf0), GridMajor: rgb(0xdcdfe6), Frame: rgb(0x9aa3b2),
		Solid: rgb(0x55647c), Touching: rgb(0xa86000), Overlap: rgb(0xd42020), Trigger: rgb(0x7a3fe0),
		OneWay: rgb(0x15803d), Accent: rgb(0x1a6fdb), Muted: rgb(0x5f6877), Bright: rgb(0x14181f), Plate: rgb(0x20252d),
		PlateText: rgb(0xffffff), Point: rgb(0x0b7c8f), Guide: rgb(0xbe1e78),
	}
}

func rgb(v uint32) color.NRGBA {
	return color.NRGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 255}
}
