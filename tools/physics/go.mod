module fillet/tools/physics

go 1.26.0
