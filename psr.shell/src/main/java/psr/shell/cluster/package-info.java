/**
 * The commands for several machines: {@code worker}, and what {@code run} and {@code resume} need to have others compute.
 */
package psr.shell.cluster;
