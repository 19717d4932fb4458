package psr.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import com.hazelcast.config.ClassFilter;
import com.hazelcast.config.Config;
import com.hazelcast.config.ExecutorConfig;
import com.hazelcast.config.JavaSerializationFilterConfig;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.NetworkConfig;

import psr.launcher.spi.JoinOptions;

/** The configuration of Hazelcast. */
final class MemberConfig {

    /** The executor of trials; its threads are the worker's. */
    static final String WORK = "psr-work";
    /** The executor of short requests. */
    static final String TALK = "psr-talk";
    /** The member attribute with the number of trials that it computes in parallel. */
    static final String THREADS = "psr.threads";
    /** The member attribute with the protocol version; members of another version get no work. */
    static final String SPEAKS = "psr.speaks";
    /** The protocol version. */
    static final String LANGUAGE = "1";

    private static final int FIRST_PORT = 5701;
    private static final int PORTS = 100;
    private static final int TALKING = 8;
    /** After this time without a heartbeat a member counts as lost, in seconds. */
    private static final String SILENCE = System.getProperty("psr.cluster.silence", "15");
    /** How often parts of a split cluster look for each other, in seconds. */
    private static final String MERGING = System.getProperty("psr.cluster.merging", "10");
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private MemberConfig() {}

    /** @throws IOException if the host is unknown */
    static Config of(JoinOptions options, Order.Desk desk) throws IOException {
        Config config = new Config();
        config.setInstanceName("psr-" + NUMBERS.incrementAndGet());
        config.setClusterName(options.name());
        config.setClassLoader(MemberConfig.class.getClassLoader());
        config.getUserContext().put(Order.DESK, desk);
        config.getMemberAttributeConfig().setAttribute(THREADS, Integer.toString(options.threads()));
        config.getMemberAttributeConfig().setAttribute(SPEAKS, LANGUAGE);
        network(config.getNetworkConfig(), options);
        serialisation(config);
        config.addExecutorConfig(executor(WORK, Math.max(1, options.threads())));
        config.addExecutorConfig(executor(TALK, TALKING));
        config.getMetricsConfig().setEnabled(false);
        config.getJetConfig().setEnabled(false);
        List<String> properties = List.of(
                "hazelcast.logging.type=jdk", "hazelcast.phone.home.enabled=false", "hazelcast.shutdownhook.enabled=false",
                // bound to one address, not to all
                "hazelcast.socket.bind.any=false",
                "hazelcast.heartbeat.interval.seconds=1", "hazelcast.max.no.heartbeat.seconds=" + SILENCE,
                "hazelcast.merge.first.run.delay.seconds=" + MERGING, "hazelcast.merge.next.run.delay.seconds=" + MERGING,
                "hazelcast.wait.seconds.before.join=1", "hazelcast.graceful.shutdown.max.wait=5",
                "hazelcast.tcp.join.port.try.count=1",
                // nothing is stored in partitions: few of them, few threads
                "hazelcast.partition.count=11", "hazelcast.operation.thread.count=2",
                "hazelcast.operation.generic.thread.count=2", "hazelcast.io.thread.count=1");
        properties.forEach(each -> config.setProperty(each.substring(0, each.indexOf('=')),
                each.substring(each.indexOf('=') + 1)));
        return config;
    }

    private static ExecutorConfig executor(String name, int threads) {
        return new ExecutorConfig(name, threads).setStatisticsEnabled(false);
    }

    private static void network(NetworkConfig network, JoinOptions options) throws IOException {
        if (options.port().isPresent()) {
            network.setPort(options.port().getAsInt()).setPortAutoIncrement(false);
        } else {
            network.setPort(FIRST_PORT).setPortAutoIncrement(true).setPortCount(PORTS);
        }
        JoinConfig join = network.getJoin();
        join.getAutoDetectionConfig().setEnabled(false);
        join.getMulticastConfig().setEnabled(false);
        join.getTcpIpConfig().setEnabled(true).setMembers(options.others());
        if (options.host().isPresent()) {
            String host = options.host().get();
            try {
                network.getInterfaces().setEnabled(true).addInterface(InetAddress.getByName(host).getHostAddress());
            } catch (UnknownHostException e) {
                throw new IOException("the host must be an address of this machine; unknown host '" + host + "'", e);
            }
        }
    }

    /**
     * Bytes and strings are Hazelcast's own types, and orders come from a factory. Java serialization is used only for
     * exceptions that one member throws to another, and no other classes are deserialized. An exception that is not in the
     * list would be no answer until the call times out.
     */
    private static void serialisation(Config config) {
        ClassFilter exceptions = new ClassFilter().addPrefixes("java.lang.", "com.hazelcast.core.", "com.hazelcast.cluster.",
                "com.hazelcast.nio.serialization.", "com.hazelcast.spi.exception.", "[Ljava.lang.StackTraceElement")
                .addClasses("java.io.EOFException", "java.io.IOException", "java.io.UncheckedIOException",
                        "java.util.ArrayList", "java.util.Collections$EmptyList", "java.util.Collections$UnmodifiableList",
                        "java.util.Collections$UnmodifiableCollection", "java.util.Collections$UnmodifiableRandomAccessList",
                        "java.util.concurrent.CancellationException", "java.util.concurrent.CompletionException",
                        "java.util.concurrent.ExecutionException", "java.util.concurrent.RejectedExecutionException",
                        "java.util.concurrent.TimeoutException");
        ClassFilter never = new ClassFilter().addPrefixes("java.lang.invoke.", "java.lang.reflect.");
        config.getSerializationConfig().addDataSerializableFactory(Order.FACTORY, number -> new Order())
                .setAllowUnsafe(false).setAllowOverrideDefaultSerializers(false)
                .setJavaSerializationFilterConfig(new JavaSerializationFilterConfig().setDefaultsDisabled(true)
                        .setWhitelist(exceptions).setBlacklist(never));
    }
}
