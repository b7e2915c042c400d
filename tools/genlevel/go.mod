module fillet/tools/genlevel

go 1.26.0

require fillet v0.0.0

require (
	github.com/natefinch/atomic v1.0.1 // indirect
	gopkg.in/yaml.v3 v3.0.1 // indirect
)

replace fillet => ../..
