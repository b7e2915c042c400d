// Package rigid holds shapes together, as commands for a session: groups and instances as one rigid body, and joints.
package rigid
