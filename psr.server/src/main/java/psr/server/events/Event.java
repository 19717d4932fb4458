package psr.server.events;

/**
 * Something that happened.
 *
 * @param id rises from event to event, also over restarts
 * @param kind {@code run}, {@code trial}, {@code progress}, {@code model}, {@code data}, {@code plugin}, {@code server} or {@code reset}
 * @param run which run it is about; empty if it is about none
 * @param data JSON, as it is sent: many are kept, and a text takes a third of what a tree takes
 */
public record Event(long id, String kind, String run, String data) {}
