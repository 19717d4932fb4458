/**
 * The commands that look around: what is present, what can be set, what became of plugins, whether promises are kept.
 */
package psr.shell.catalogue;
