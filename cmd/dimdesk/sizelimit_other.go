//go:build !unix

package main

func heedSizeLimit() {}
