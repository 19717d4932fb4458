/** A program that uses the laboratory without its shell. */
package example.labprogram;
