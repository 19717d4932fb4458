/**
 * Benchmarks, which are never tests: docs/PERFORMANCE.md has the command that runs them and prints one table. All times
 * are CPU times of one thread, best of some iterations, because machines are shared.
 *
 * <p>{@link psr.bench.Filters}, {@link psr.bench.Refiners}, {@link psr.bench.RingRefiners}, {@link psr.bench.Sweeps},
 * {@link psr.bench.Learners} and {@link psr.bench.Metrics} measure kernels on the data of {@link psr.bench.Samples} with
 * the timer {@link psr.bench.CpuTime}; {@link psr.bench.TrialStages} and {@link psr.bench.StartUp} measure what users
 * wait for; {@link psr.bench.References} does the same work in other languages; {@link psr.bench.Table} runs all of them.
 */
package psr.bench;
