/**
 * How long things take. Benchmarks, never tests: docs/PERFORMANCE.md has the command that runs them and prints one table.
 * Everything is CPU time of one thread, best of some iterations, since machines are shared.
 *
 * <p>{@link psr.bench.Filters}, {@link psr.bench.Refiners}, {@link psr.bench.RingRefiners}, {@link psr.bench.Sweeps},
 * {@link psr.bench.Learners} and {@link psr.bench.Metrics} measure kernels; {@link psr.bench.Samples} is what they measure on; {@link psr.bench.CpuTime} is
 * their clock; {@link psr.bench.TrialStages} and {@link psr.bench.StartUp} measure what users wait for;
 * {@link psr.bench.References} is the same work in other languages; {@link psr.bench.Table} runs them.
 */
package psr.bench;
