package psr.server.events;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Something that happened.
 *
 * @param id rises from event to event, also over restarts
 * @param kind {@code run}, {@code trial}, {@code progress}, {@code model}, {@code data}, {@code plugin}, {@code server} or {@code reset}
 * @param run which run it is about; empty if it is about none
 */
public record Event(long id, String kind, String run, ObjectNode data) {}
