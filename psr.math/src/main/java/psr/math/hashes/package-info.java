/**
 * SHA-256 of bytes, texts and files, for the modules that compare files or messages by their content.
 */
package psr.math.hashes;
