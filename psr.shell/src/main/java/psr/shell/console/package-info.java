/**
 * The process and its terminal: runs one command or the interactive shell, completes input, prints errors in one line
 * with an exit code, and reports changes of plugins.
 */
package psr.shell.console;
