/**
 * Remote trials with Hazelcast. One process submits a run; other processes, the workers, compute its trials:
 *
 * <pre>
 *   submitter                                            worker
 *   Dispatcher ── open: the run as text ───────────────▶ OpenRuns: checks bundles, fetches plugins if allowed
 *              ── compute: number of a trial ──────────▶ computes with the services of its laboratory
 *   SharedFiles ◀── file, jar, read: missing files ───── FetchedFiles
 *              ◀── outcome as text ─────────────────────
 *   TrialLeases: each outcome is saved once
 * </pre>
 *
 * <p>Everything on the network is an {@link psr.cluster.Order}, which contains bytes, or its answer, which is bytes. Connections
 * without knowledge of the secret are rejected by {@link psr.cluster.SecretGate}.
 */
package psr.cluster;
