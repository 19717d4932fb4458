/**
 * What clients are told as it happens, as server-sent events.
 */
package psr.server.events;
