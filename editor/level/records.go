package level

import "fillet/editor/level/record"

// The records are those of package record, which has more on each: what is in a level, and what a change of it is.
type (
	ID         = record.ID         // names a collider
	LayerID    = record.LayerID    // names a layer
	GroupID    = record.GroupID    // names a group
	InstanceID = record.InstanceID // names an instance of a prefab
	IDSource   = record.IDSource   // gives numbers for the ids of new records

	Settings = record.Settings // the level's own values
	Grid     = record.Grid     // the drawing grid
	Layer    = record.Layer    // groups colliders, in the list and in drawing order
	Group    = record.Group    // holds colliders of one layer, and other groups of it
	Collider = record.Collider // one shape of the level with all that the game is told of it
	Instance = record.Instance // a prefab placed in the level

	Properties   = record.Properties   // a designer's own values
	Source       = record.Source       // which record of a foreign file a collider came from
	Motion       = record.Motion       // what sets a dynamic collider in motion
	Part         = record.Part         // of which instance a collider is a part
	PartChange   = record.PartChange   // a key of a part that has another value than in the prefab
	UnusedChange = record.UnusedChange // a change of a part that has no effect

	Change[T any] = record.Change[T] // one record before and after
	Diff          = record.Diff      // changes that happen together

	Snapshot         = record.Snapshot         // a document at one moment
	LayerSnapshot    = record.LayerSnapshot    // one layer and its colliders, in drawing order
	ColliderSnapshot = record.ColliderSnapshot // one collider and what it bakes to
	Mark             = record.Mark             // a box that stands for an instance without parts
)

// Shapes as they are drawn, and the convex pieces that they are baked into.
type (
	Vec       = record.Vec       // a point or a direction in the plane
	Degrees   = record.Degrees   // an angle as people write it
	Kind      = record.Kind      // what a collider was drawn as
	Rounding  = record.Rounding  // how a corner radius rounds an outline
	Shape     = record.Shape     // a collider's geometry in its own frame
	Detail    = record.Detail    // single corners and edges of a shape that have a form of their own
	Curve     = record.Curve     // how an edge is bent
	DrawnPart = record.DrawnPart // a part of an outline as it is drawn
	Track     = record.Track     // such a part by itself
	Knot      = record.Knot      // a vertex with what its corner and the edge behind it have of their own
	Baked     = record.Baked     // the convex pieces of a shape
	Role      = record.Role      // what a collider does to what touches it
	BodyType  = record.BodyType  // how a collider moves in the game
)

// What the settings hold.
type (
	Playtest     = record.Playtest     // the character with which a level is tried out
	PlayMode     = record.PlayMode     // how it is steered
	PlayForm     = record.PlayForm     // the form of its body
	PlayMix      = record.PlayMix      // what two surfaces make of a value of theirs
	PlayNumber   = record.PlayNumber   // one number of a playtest
	PlaySwitch   = record.PlaySwitch   // something that it turns on or off
	ExportPreset = record.ExportPreset // one file that the level is exported to
	Ignored      = record.Ignored      // findings of a check that are meant
	IgnoredIndex = record.IgnoredIndex // finds what a level ignores
	Picture      = record.Picture      // an image under the shapes
	Joint        = record.Joint        // what joins two colliders
	JointKind    = record.JointKind    // hinge or spring
	JointID      = record.JointID      // names a joint
	Conflict     = record.Conflict     // what two sides of a merge have changed in different ways

	Import     = record.Import     // a foreign file that was imported into the level
	ImportName = record.ImportName // which import of a level is meant
	Imported   = record.Imported   // a collider as it was imported
	Fresh      = record.Fresh      // what only an import that has just been made knows
	Frame      = record.Frame      // the measures that a foreign file gives a level
	Place      = record.Place      // a level of an imported file, and where it lay
	LayerPlace = record.LayerPlace // a layer of such a level
	Tileset    = record.Tileset    // a tileset of an imported file
)

// How a kinematic collider moves.
type (
	Path       = record.Path
	PathNumber = record.PathNumber
	Ease       = record.Ease
	Loop       = record.Loop
	Stops      = record.Stops
)

// How a path is gone.
const (
	LinearEase       = record.LinearEase
	SmoothEase       = record.SmoothEase
	LoopAsDrawn      = record.LoopAsDrawn // around a closed chain, else back and forth
	LoopBackAndForth = record.LoopBackAndForth
	LoopAround       = record.LoopAround
	LoopOnce         = record.LoopOnce
	StopAtEnds       = record.StopAtEnds
	StopAtPoints     = record.StopAtPoints
	DefaultPathSpeed = record.DefaultPathSpeed // pixels a second, of a path that says neither speed nor time
	MaxPathPoints    = record.MaxPathPoints
)

// What can be wrong with a record.
type (
	ColliderError = record.ColliderError // with a collider
	GroupError    = record.GroupError    // with a group
	InstanceError = record.InstanceError // with an instance
	SettingError  = record.SettingError  // with one of the settings
	PlayError     = record.PlayError     // with the playtest's settings
	CornerError   = record.CornerError   // with the radius or the chamfer of one corner
)

// The kinds of shape.
const (
	Polygon = record.Polygon // Points, Holes, Radius, Rounding
	Box     = record.Box     // Size, Radius, Rounding; centred on the origin of its frame
	Circle  = record.Circle  // Radius; centred on the origin of its frame
	Capsule = record.Capsule // Points (its two ends), Radius
	Chain   = record.Chain   // Points, Closed, OneSided, Radius (half its thickness)
	Point   = record.Point   // a marker: it has a place and no extent, and collides with nothing
)

// The two ways to round.
const (
	Inset  = record.Inset  // the outline keeps its size, its convex corners are cut
	Outset = record.Outset // the shape grows by the radius on every side
)

// The roles.
const (
	Solid   = record.Solid
	Trigger = record.Trigger // reports what enters and leaves, and stops nothing
	OneWay  = record.OneWay  // solid from one side only
)

// The body types.
const (
	Static    = record.Static
	Dynamic   = record.Dynamic
	Kinematic = record.Kinematic
)

// How the character of a playtest is steered, and the forms of its body.
const (
	Platformer  = record.Platformer // it falls, walks and jumps
	TopDown     = record.TopDown    // it moves in all directions, and gravity leaves it alone
	BoxForm     = record.BoxForm
	CapsuleForm = record.CapsuleForm // upright where it is higher than wide
	CircleForm  = record.CircleForm
)

// How the values of two surfaces mix.
const (
	GeometricMix = record.GeometricMix // the root of the product
	AverageMix   = record.AverageMix
	MinimumMix   = record.MinimumMix
	MaximumMix   = record.MaximumMix
	ProductMix   = record.ProductMix
)

// The keys of fields that are whole records, or stand for several keys of a file, and of a change that leaves a part out.
const (
	ShapeKey    = record.ShapeKey
	RoleKey     = record.RoleKey
	PathKey     = record.PathKey
	ColliderKey = record.ColliderKey
	LayerKey    = record.LayerKey
	GroupKey    = record.GroupKey
	GroupOfKey  = record.GroupOfKey
	InstanceKey = record.InstanceKey
	OrderKey    = record.OrderKey
	RemovedKey  = record.RemovedKey
)

// Limits.
const (
	MaxCoordinate     = record.MaxCoordinate     // of a coordinate, a size or a radius, in pixels
	MaxJointFrequency = record.MaxJointFrequency // in hertz
	MaxJoints         = record.MaxJoints         // of a level
	MaxJointDamping   = record.MaxJointDamping
	MaxText           = record.MaxText         // of a name or another text, in bytes
	MaxMaterialName   = record.MaxMaterialName // of the name of a material, in bytes
	MaxCategories     = record.MaxCategories   // that a level can name
	MaxGroupDepth     = record.MaxGroupDepth   // to which groups nest
	MaxPresets        = record.MaxPresets      // for exports that a level holds
	Hinge             = record.Hinge
	Spring            = record.Spring
	MaxPictures       = record.MaxPictures    // of its own that a level has
	MinOpacity        = record.MinOpacity     // of a layer
	MaxPlaySpeed      = record.MaxPlaySpeed   // of a playtest
	MaxPlayLength     = record.MaxPlayLength  // of a playtest
	MaxPlayAccel      = record.MaxPlayAccel   // of a playtest
	MaxPlayDamping    = record.MaxPlayDamping // of a playtest
)

// Values with a meaning of their own.
const (
	DefaultFriction  = record.DefaultFriction
	DefaultDensity   = record.DefaultDensity
	SettingsID       = record.SettingsID       // stands in a conflict for the level's own settings
	FirstInOrder     = record.FirstInOrder     // is the order of what is drawn before all others
	RuleOverlap      = record.RuleOverlap      // is the rule about solids that overlap
	AsShape          = record.AsShape          // in a list of radii is the radius that the whole shape gives the corner
	CurveTolerance   = record.CurveTolerance   // is how far the lines into which curves are baked lie from them at most, in pixels
	UnsureDigest     = record.UnsureDigest     // is the digest of what may be another record by now
	SpawnTag         = record.SpawnTag         // marks the collider at which the character of a playtest starts
	LevelPlaceholder = record.LevelPlaceholder // stands in a preset's file for the level's own name
)

var (
	// Kinds lists every kind, in the order of the tool palette.
	Kinds = record.Kinds
	// PathNumbers are the numbers of a path, in the order of the file.
	PathNumbers = record.PathNumbers
	// OldPathKeys are the properties that say how a collider moves, which earlier releases knew.
	OldPathKeys = record.OldPathKeys
	// ErrNoChain is why a path that follows a chain is none.
	ErrNoChain = record.ErrNoChain
	// Up is the direction in which a one-way platform's solid side faces unless it is told otherwise.
	Up = record.Up
)

// NewCollider is a static solid collider of the given shape with the default material.
func NewCollider(id ID, layer LayerID, name string, s Shape, position Vec) *Collider {
	return record.NewCollider(id, layer, name, s, position)
}

// ArcTop is the middle of an arc of that height over the chord from a to b, to the left of its direction on the screen.
func ArcTop(a, b Vec, height float64) Vec { return record.ArcTop(a, b, height) }

// ArcHeight is the height, over the chord from a to b, of the arc whose middle is as far from the chord as p.
func ArcHeight(a, b, p Vec) float64 { return record.ArcHeight(a, b, p) }

// ArcAsCubic is the control points of the cubic that is nearest to an arc of that height over the chord from a to b.
func ArcAsCubic(a, b Vec, height float64) [2]Vec { return record.ArcAsCubic(a, b, height) }

// NewKnot is a vertex with nothing of its own.
func NewKnot(at Vec) Knot { return record.NewKnot(at) }

// ReversedKnots is a line of knots in the other direction. Of a closed one the last edge stays the last.
func ReversedKnots(knots []Knot) []Knot { return record.ReversedKnots(knots) }

// HalvedKnots is the vertices of a closed line with one more in the middle of each bent edge.
func HalvedKnots(knots []Knot) []Knot { return record.HalvedKnots(knots) }

// KeyText is a conflict's key for people.
func KeyText(key string) string { return record.KeyText(key) }

// ValueText is a conflict's value for people.
func ValueText(text string) string { return record.ValueText(text) }

// Added is a change that brings a record in, Removed one that takes it out, Changed one that replaces it.
func Added[T any](after *T) Change[T] { return record.Added(after) }

func Removed[T any](before *T) Change[T] { return record.Removed(before) }

func Changed[T any](before, after *T) Change[T] { return record.Changed(before, after) }

// HashedID is the id of a collider that is known by the hash of something else: of what it is in the file that it was
// imported from. It has the form of a random one, and is the same whoever makes it. HashedLayerID is that of a layer,
// HashedGroupID that of a group, HashedInstanceID that of an instance.
func HashedID(sum uint64) ID { return record.HashedID(sum) }

func HashedLayerID(sum uint64) LayerID { return record.HashedLayerID(sum) }

func HashedGroupID(sum uint64) GroupID { return record.HashedGroupID(sum) }

// ParseGroupID reads what [GroupID.String] writes.
func ParseGroupID(s string) (GroupID, error) { return record.ParseGroupID(s) }

func HashedInstanceID(sum uint64) InstanceID { return record.HashedInstanceID(sum) }

// FreeIDs is [FreeID] for many ids.
type FreeIDs[T ID | LayerID | GroupID | InstanceID] = record.FreeIDs[T]

// FreeID is an id, or where that is taken the first free one of a row that depends on it alone.
func FreeID[T ID | LayerID | GroupID | InstanceID](id T, isTaken func(T) bool) T {
	return record.FreeID(id, isTaken)
}

// ParseID reads what [ID.String] writes.
func ParseID(s string) (ID, error) { return record.ParseID(s) }

// ParseLayerID reads what [LayerID.String] writes.
func ParseLayerID(s string) (LayerID, error) { return record.ParseLayerID(s) }

// ParseInstanceID reads what [InstanceID.String] writes.
func ParseInstanceID(s string) (InstanceID, error) { return record.ParseInstanceID(s) }

// IgnorableRules lists the rules that an entry can name.
func IgnorableRules() []string { return record.IgnorableRules() }

// NewIgnored returns the entry of a rule and colliders in any order. Parts of instances have to be named; [Document.PartNames] gives the names.
func NewIgnored(rule string, ids []ID, reason string, parts ...string) Ignored {
	return record.NewIgnored(rule, ids, reason, parts...)
}

// ParsePart reads what [Part.String] writes: the instance, and the part's path in the prefab.
func ParsePart(name string) (of InstanceID, path string, err error) { return record.ParsePart(name) }

// PartID is the id of a part: it follows from the instance and the path, and is no other record's. It is not in files.
func PartID(of InstanceID, path string) ID { return record.PartID(of, path) }

// DefaultPlaytest is a character that walks and jumps.
func DefaultPlaytest() Playtest { return record.DefaultPlaytest() }

// CheckPresets reports the first thing that keeps a level from having these export presets.
func CheckPresets(presets []ExportPreset) error { return record.CheckPresets(presets) }

// DefaultSettings returns the settings of a new level.
func DefaultSettings() *Settings { return record.DefaultSettings() }

// DegreesOf converts from radians.
func DegreesOf(radians float64) Degrees { return record.DegreesOf(radians) }

// IsMaterialName reports whether a material can have a name.
func IsMaterialName(name string) bool { return record.IsMaterialName(name) }

// CheckProperty reports what a property cannot be.
func CheckProperty(name string, v any) error { return record.CheckProperty(name, v) }

// BodyNames gives the body of several shapes that a collider is a part of, as [Snapshot.Bodies], in a level of those groups and instances; nil
// where none can be.
func BodyNames(groups []*Group, instances []*Instance) func(*Collider) string {
	return record.BodyNames(groups, instances)
}
