/**
 * The part of the cluster that uses internals of Hazelcast: connections that pass a gate, and encryption of what follows. Nothing else may import
 * {@code com.hazelcast.internal} or {@code com.hazelcast.instance.impl}; a test checks that, and the version.
 */
package psr.cluster.hazelcast;
