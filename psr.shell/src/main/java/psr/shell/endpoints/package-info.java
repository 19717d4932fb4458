/**
 * Commands for the server: {@code serve} runs it, {@code backup} downloads a backup.
 */
package psr.shell.endpoints;
