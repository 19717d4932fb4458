/**
 * Commands for the server: {@code serve} opens it and keeps it open, {@code backup} downloads a backup.
 */
package psr.shell.endpoints;
