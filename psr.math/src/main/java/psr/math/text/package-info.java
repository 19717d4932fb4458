/**
 * Text files, read line by line, with line numbers for messages.
 */
package psr.math.text;
