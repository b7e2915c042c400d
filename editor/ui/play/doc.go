// Package play is the playtest in the window: it turns keys and frames into a run's inputs and steps, and shows what is known of
// the run.
package play
