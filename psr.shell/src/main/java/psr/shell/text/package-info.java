/**
 * Text output: tables, numbers, lines of CSV, and escaped control characters.
 */
package psr.shell.text;
