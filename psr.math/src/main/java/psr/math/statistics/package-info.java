/**
 * Running means, for summaries, reports and choosing the value of a setting.
 */
package psr.math.statistics;
