/**
 * How results look as text: tables, numbers, lines of CSV, and characters that a terminal would take for orders.
 */
package psr.shell.text;
