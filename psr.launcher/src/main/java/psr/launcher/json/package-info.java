/**
 * The mapper of the JSON that the laboratory writes itself, and reads back: run records, tasks for other processes.
 */
package psr.launcher.json;
