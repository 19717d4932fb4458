/** Reads tables from CSV files: words, numbers and times, with exact positions in messages. */
package psr.math.csv;
