module fillet/tools/oracle

go 1.26
