/**
 * The laboratory: binds the services that an experiment names and runs it.
 *
 * <p>Input: experiments, plugins. Output: tables and run folders. No mathematics.
 */
package psr.launcher;
