module fillet/tools/genlevel

go 1.26.0

require fillet v0.0.0

require (
	golang.org/x/sys v0.49.0 // indirect
	gopkg.in/yaml.v3 v3.0.1 // indirect
)

replace fillet => ../..
