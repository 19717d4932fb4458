/**
 * Plugins by HTTP: what is there, and, where that is allowed, putting one in and taking one out.
 */
package psr.server.plugins;
