/**
 * The laboratory: wires the services that an experiment names, runs it, and is the shell in which people ask for it.
 *
 * <p>In: commands, experiments, plugins. Out: tables and run folders. No mathematics.
 */
package psr.launcher;
