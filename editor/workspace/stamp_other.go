//go:build !linux && !darwin

package workspace

import (
	"os"
	"time"
)

// changeTime returns false: this system only has modification times, which programs can set.
func changeTime(os.FileInfo) (at time.Time, isKnown bool) { return time.Time{}, false }
