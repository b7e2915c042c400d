//go:build !race

package testkit

const countsBytes = true
