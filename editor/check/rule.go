package check

import (
	"slices"

	"fillet/editor/level"
)

// The ids of the rules. They never change.
const (
	RuleOverlap            = level.RuleOverlap
	RuleDuplicate          = "duplicate"
	RuleSeam               = "seam"
	RuleCrack              = "crack"
	RuleGap                = "gap"
	RuleSliver             = "sliver"
	RuleTiny               = "tiny"
	RuleShortEdge          = "short-edge"
	RuleDeafTrigger        = "deaf-trigger"
	RuleSpawnStuck         = "spawn-stuck"
	RuleSealedGoal         = "sealed-goal"
	RuleUnreachableTrigger = "unreachable-trigger"
	RuleDeadEnd            = "dead-end"
	RuleOutside            = "outside"
	RuleIdleSwitch         = "idle-switch"
	RuleIdleDoor           = "idle-door"
	RuleGameplayField      = "gameplay-field"
	RuleUnusedCategory     = "unused-category"
	RuleInvalidOutline     = "invalid-outline" // only in files: a document never has one
	RuleRepeatedID         = "repeated-id"     // only in files: see [RepeatedIDs]
	RuleConflict           = "conflict"
	RuleUnusedIgnore       = "unused-ignore"
	RuleMissingPrefab      = "missing-prefab"
	RuleLooseJoint         = "loose-joint"
	RuleUnusedChange       = "unused-change"
	RuleLostPath           = "lost-path"
	RulePathIntoGround     = "path-into-ground"

	RuleProjectFile       = "project-file"
	RuleProjectCategories = "project-categories"
	RuleProjectMaterials  = "project-materials"
)

// Rule is a kind of finding.
type Rule struct {
	ID       string
	Severity Severity // the default severity of its findings
	Title    string   // the problem in a few words
	Help     string   // why it matters, and what to do
}

// Rules returns every rule, in the order of the findings.
func Rules() []Rule { return slices.Clone(rules) }

// checks returns the functions that find problems. They look up the rules, so they cannot be fields of them.
func checks() []func(*scene, *tally) {
	return []func(*scene, *tally){
		undecided, missingPrefabs, looseJoints, unusedChanges, lostPaths, overlaps, gaps, seams, duplicates,
		slivers, shortEdges, buriedPaths, deafTriggers, unreached, outsiders, idleSwitches, idleDoors,
		gameplayFields, projectFile, projectCategories, projectMaterials, unusedCategories,
	}
}

// severityOf returns a rule's default severity and its index among the rules.
func severityOf(rule string) (of Severity, place int) {
	for i := range rules {
		if rules[i].ID == rule {
			return rules[i].Severity, i
		}
	}
	return "", len(rules)
}

var rules = []Rule{
	{
		RuleInvalidOutline, Error, "Invalid outline",
		"An outline crosses or touches itself, has too few points, or has no room for its corner radius. The level " +
			"cannot be opened until the points are fixed in the file.",
	},
	{
		RuleRepeatedID, Warning, "Id used twice in the file",
		"Two branches, or a copy made in a text editor, used the same id for two records. The level opens, and the " +
			"later one got a new id. Save the level, or run fillet check --fix, to write the new id to the file.",
	},
	{
		RuleConflict, Error, "Unresolved merge conflict",
		"Two branches changed a value differently; the level has one of the two. Resolve it in the window (File › " +
			"Resolve conflicts…) or with fillet merge --resolve.",
	},
	{
		RuleMissingPrefab, Error, "Instance without its prefab",
		"The prefab's level file is missing, damaged, outside the project, or placed in itself. The instance has no " +
			"parts, and the game gets none. Restore the file, or give the instance another prefab.",
	},
	{
		RuleLooseJoint, Warning, "Joint without effect",
		"One of the joined colliders is no longer in the level, neither is a dynamic solid shape, or both are parts " +
			"of one body. The joint does nothing in a playtest. Remove it, or make one of the two dynamic.",
	},
	{
		RuleUnusedChange, Warning, "Override without effect",
		"The prefab has changed since: the part is gone, has a different kind, or cannot have the value. The " +
			"override is kept in case the part comes back. Set it again, or remove it from the file.",
	},
	{
		RuleLostPath, Error, "Path along a missing chain",
		"The chain that this collider should follow is gone, for example after a merge or a change to a prefab, so " +
			"the collider stays where it is. Let it follow another chain, draw a path, or remove the path.",
	},
	{
		RuleOverlap, Error, "Solids overlap",
		"Two solid colliders that collide with each other overlap at the start. The solver pushes a dynamic body out " +
			"with high speed. If neither is dynamic, nothing happens, and the finding is a note, whether the shapes " +
			"are imported or not. Separate them, or put them into categories that do not collide. Overlaps between " +
			"the static shapes of two layers or categories are one finding per pair.",
	},
	{
		RuleDuplicate, Error, "Duplicate collider",
		"Two colliders are in the same place with the same shape, role and categories. Triggers count only if their " +
			"names, tags and properties match. Contacts come twice, and editing one collider leaves the other. " +
			"Remove one.",
	},
	{
		RuleSeam, Warning, "Seam that a character trips over",
		"Two static colliders continue one surface with a step, a gap or a bend. A solver that handles them one by " +
			"one meets the end of an edge there (a ghost vertex), and a character sliding along it stumbles. It is " +
			"a note if they miss each other by at most 0.05 px: the playtest ignores that, but the engine you export " +
			"to may not. Snap them together, or draw one outline or chain. Surfaces that meet exactly are not " +
			"reported, although an engine with ghost collisions may still need one outline there.",
	},
	{
		RuleCrack, Warning, "Hairline crack",
		"Two static colliders almost touch. Small bodies, rays and corners catch in the crack. Snap one to the other.",
	},
	{
		RuleGap, Warning, "Gap too narrow for the character",
		"The character's box does not fit through the opening between two static colliders, but a box of nine tenths " +
			"its size does. Widen the gap, or close it if nobody should pass. Only levels with a spawn or their own " +
			"character settings are measured; top-down levels are not.",
	},
	{
		RuleSliver, Warning, "Sliver",
		"A part of a collider is so thin that fast bodies pass through it and solvers become unstable. Make it " +
			"thicker, or remove the vertices that cause it. Anything solid right behind the part " +
			"counts toward its thickness.",
	},
	{
		RuleTiny, Warning, "Tiny collider",
		"The collider is too small to see, usually left over from a drawing gesture. Remove it.",
	},
	{
		RuleShortEdge, Warning, "Very short edge",
		"Two neighbouring vertices almost coincide. The direction of the edge between them is arbitrary, and so are " +
			"its contacts. Remove one of them.",
	},
	{
		RulePathIntoGround, Warning, "Path that leads into the ground",
		"A platform moves into static ground on its way. Nothing stops a platform, so it goes through and crushes " +
			"what is in between. It is a note if the platform is a door or a hazard. A gate that slides into its " +
			"wall leaves no room in between and is not reported. The path is checked at intervals, so a fast " +
			"platform may enter the ground unnoticed between two checks.",
	},
	{
		RuleDeafTrigger, Warning, "Trigger that cannot fire",
		"By its categories, nothing in the level can touch the trigger, so it never fires. Check what it collides " +
			"with, and what those colliders collide with.",
	},
	{
		RuleSpawnStuck, Error, "Spawn inside something solid",
		"The character starts inside something solid, with no room next to it. Some games throw it far away; in " +
			"others it is stuck forever. Move the spawn, or make room.",
	},
	{
		RuleSealedGoal, Error, "Goal that cannot be reached",
		"No way leads from the spawn to the goal, even in flight. Doors, moving platforms and other shapes that " +
			"may give way count as open, so this is certain. It is a note if a search found no inputs that reach " +
			"the goal, because there may be some. Open a way; fillet play --solve searches longer.",
	},
	{
		RuleUnreachableTrigger, Warning, "Trigger that the character cannot reach",
		"No way leads from the spawn to the trigger, even in flight. It is a note if a search found no way, " +
			"because there may be one, or if only bodies that can be pushed may reach it. Move the trigger, open a " +
			"way, or ignore the finding if the trigger has another purpose.",
	},
	{
		RuleDeadEnd, Note, "Ground without a way out",
		"The character reaches this ground, and the search found no way from there to the goal or back to the start. " +
			"There may be one. Add a way out, put a hazard there, or ignore the finding.",
	},
	{
		RuleOutside, Warning, "Outside the level",
		"The collider is entirely outside the level's bounds. Move it in, or enlarge the level. Hazards, which may " +
			"catch what falls out of the level, and platforms that move into the level are not reported.",
	},
	{
		RuleIdleSwitch, Warning, "Switch that opens nothing",
		"In the playtest, a switch opens the doors named in its property opens, and drives the platforms named in " +
			"drives, by name or tag. Choose one in the inspector.",
	},
	{
		RuleIdleDoor, Note, "Door that nothing opens",
		"No switch names the door or one of its tags, so it keeps its initial state. Name it in a switch, or " +
			"leave it to the game.",
	},
	{
		RuleGameplayField, Warning, "Invalid gameplay field",
		"A property of a gameplay object has the wrong type or is out of range. The playtest uses the default or the " +
			"nearest valid value; with an invalid property of the spawn it does not start.",
	},
	{
		RuleProjectFile, Error, "Unreadable project file",
		"The level is in a project whose fillet.project.yaml has an error. It still opens, but with its own " +
			"categories and the material values in its file, and without the project's exports. Fix the project file " +
			"where the message says.",
	},
	{
		RuleProjectCategories, Warning, "Categories differ from the project's",
		"The level's categories differ from its project's, or are in a different order, so the bits in exported " +
			"files mean something else than in other levels. The fix gives the level the project's list; colliders " +
			"keep their categories. Add a category that only this level has to fillet.project.yaml, or remove it.",
	},
	{
		RuleProjectMaterials, Warning, "Material differs from the project's",
		"A collider uses a material of the project, but its friction, restitution or density in the file differ: the " +
			"material has changed since. Fillet uses the project's values; programs that read the file without the " +
			"project use the values in the file. The fix writes the project's values. If the project lacks the " +
			"material, add it there, or remove it from the collider.",
	},
	{
		RuleUnusedCategory, Note, "Unused category",
		"No collider belongs to the category or names it. Games may still use it; otherwise remove it from the " +
			"level's settings.",
	},
	{
		RuleUnusedIgnore, Note, "Unused ignore entry",
		"The level ignores a finding that does not occur: it was fixed, or a collider was deleted. The entry does no " +
			"harm, but would hide the finding if it came back. Remove it.",
	},
}
