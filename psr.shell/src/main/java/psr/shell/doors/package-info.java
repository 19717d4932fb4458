/**
 * Commands that open a way into the laboratory and keep it open: the server.
 */
package psr.shell.doors;
