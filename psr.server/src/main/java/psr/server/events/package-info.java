/**
 * Server-sent events for clients.
 */
package psr.server.events;
