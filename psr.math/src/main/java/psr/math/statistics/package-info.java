/**
 * Means of numbers that come one by one: what summaries, reports and choices of a setting are made of.
 */
package psr.math.statistics;
