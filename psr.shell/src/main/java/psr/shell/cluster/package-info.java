/**
 * Commands for several machines: {@code worker}, and the options with which {@code run} and {@code resume} use workers.
 */
package psr.shell.cluster;
