/**
 * Files that people send to the server, to learn from. A file has a plain name, its content never changes under that name unless somebody says
 * so who has seen it, and no name leads out of the folder.
 */
package psr.server.data;
