/**
 * For administrators: tokens, health, figures for Prometheus, a copy of everything.
 */
package psr.server.admin;
