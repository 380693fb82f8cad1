//go:build !unix

package main

// plainUser is not needed where folders have no such permissions.
func plainUser() {}
