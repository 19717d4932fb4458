/**
 * Models: learned by the server like {@code ./psr train}, or uploaded; and their predictions, by single requests and by sessions that
 * store the state of a sequence.
 */
package psr.server.models;
