package psr.server.events;

/**
 * An event for clients.
 *
 * @param id increases from event to event, also over restarts
 * @param kind {@code run}, {@code trial}, {@code progress}, {@code model}, {@code data}, {@code plugin}, {@code server} or {@code reset}
 * @param run the run it belongs to; empty if none
 * @param data JSON text as it is sent, which takes a third of the memory of a tree
 */
public record Event(long id, String kind, String run, String data) {}
