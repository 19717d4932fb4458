/**
 * The process and its terminal: runs one command or the interactive shell, completes what is typed, tells failures in one line
 * and an exit code, and says what becomes of plugins.
 */
package psr.shell.console;
