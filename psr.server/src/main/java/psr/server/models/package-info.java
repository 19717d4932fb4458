/**
 * Models: learned here as {@code ./psr train} learns them, or brought along; and what they predict, by single requests and by sessions that
 * carry the state of a sequence on.
 */
package psr.server.models;
