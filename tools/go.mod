module fillet/tools

go 1.26.0

require (
	fillet v0.0.0
	github.com/jakecoffman/cp/v2 v2.2.0
	golang.org/x/tools v0.52.0
)

require (
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	gopkg.in/yaml.v3 v3.0.1 // indirect
)

replace fillet => ..
