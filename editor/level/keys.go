package level

// The keys of fields that are whole records, or stand for several keys of a file: conflicts and the changes of instances name them.
const (
	ShapeKey    = "shape"    // the kind and all that is drawn, of colliders of different kinds
	RoleKey     = "role"     // with the direction of a one-way
	PathKey     = "path"     // how a kinematic collider moves
	ColliderKey = "collider" // all of a collider
	LayerKey    = "layer"    // of a collider, a group or an instance: where it is; of a layer: all of it
	GroupKey    = "group"    // all of a group
	GroupOfKey  = "group_of" // in which group a collider, a group or an instance is
	InstanceKey = "instance" // all of an instance
	OrderKey    = "order"    // what a collider or a layer is drawn directly after: an id, or first
)
