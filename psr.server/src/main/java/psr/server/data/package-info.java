/**
 * Data files that clients upload. A file has a plain name, its content changes only if a client names the content to be replaced, and no
 * name leads out of the folder.
 */
package psr.server.data;
