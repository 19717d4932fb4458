/**
 * The commands that show services, their settings and plugins, and check services against their contracts.
 */
package psr.shell.catalogue;
