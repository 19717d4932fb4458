/**
 * The services of the laboratory, and whether an experiment can be computed.
 */
package psr.server.services;
