package editor

import "os"

// aliveSignal: on Windows finding a process is proof enough, and no signal can be sent, so every copy of a process that
// cannot be told to live counts as lost once its heartbeat has stopped.
var aliveSignal = os.Interrupt
