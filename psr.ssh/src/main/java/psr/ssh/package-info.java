/**
 * The shell by SSH. A door opens a port on this machine; who has a key that is listed gets the console of the laboratory, at a
 * terminal or for one command. No passwords, no forwarding, no files: whoever is let in runs what the server could run.
 */
package psr.ssh;
