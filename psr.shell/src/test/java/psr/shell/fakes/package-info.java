/** A laboratory that computes nothing, for the tests of the commands. */
package psr.shell.fakes;
