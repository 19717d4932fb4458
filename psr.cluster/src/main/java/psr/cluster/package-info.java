/**
 * Trials on other machines, on Hazelcast. One process submits a run, others, the workers, compute its trials:
 *
 * <pre>
 *   submitter                                            worker
 *   Dispatcher ── open: the run as text ───────────────▶ OpenRuns: has the bundles? fetches plugins, if it may
 *              ── compute: number of a trial ──────────▶ computes; its laboratory looks the services up
 *   HandedOut  ◀── file, jar, read: what is missing ──── FetchedFiles
 *              ◀── outcome as text ─────────────────────
 *   TrialLeases: each outcome is saved once
 * </pre>
 *
 * <p>All that goes over the network is an {@link psr.cluster.Order}, which holds bytes, and its answer, which is bytes. Who does
 * not know the secret does not get past {@link psr.cluster.SecretGate}.
 */
package psr.cluster;
