/**
 * The shell over SSH. The endpoint opens a port on this machine. Clients with an authorized key get the console of the
 * laboratory, at a terminal or for one command. No passwords, no forwarding, no files; clients may run everything that
 * the server could run.
 */
package psr.ssh;
