/**
 * For administrators: tokens, health, metrics for Prometheus, backups.
 */
package psr.server.admin;
