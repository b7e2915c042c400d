//go:build !linux && !darwin

package workspace

import (
	"os"
	"time"
)

// changeTime: the system does not say when a file was changed, other than by the time that programs can set.
func changeTime(os.FileInfo) (at time.Time, isKnown bool) { return time.Time{}, false }
