/**
 * What is present in the laboratory, and whether an experiment can be.
 */
package psr.server.services;
