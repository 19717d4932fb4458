/**
 * Plugins by HTTP: lists them and, if allowed, installs and removes them.
 */
package psr.server.plugins;
