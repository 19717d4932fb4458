package psr.cluster.hazelcast;

import java.net.Socket;
import java.util.Optional;
import java.util.function.Function;

import javax.net.ssl.SSLEngine;

import com.hazelcast.config.Config;
import com.hazelcast.config.SocketInterceptorConfig;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.instance.EndpointQualifier;
import com.hazelcast.instance.impl.DefaultNodeContext;
import com.hazelcast.instance.impl.DefaultNodeExtension;
import com.hazelcast.instance.impl.HazelcastInstanceFactory;
import com.hazelcast.instance.impl.Node;
import com.hazelcast.instance.impl.NodeExtension;
import com.hazelcast.internal.networking.ChannelInitializer;
import com.hazelcast.internal.server.ServerContext;
import com.hazelcast.nio.MemberSocketInterceptor;

/**
 * A member of Hazelcast behind a gate. The open edition has the calls of a socket interceptor in its network code,
 * but its own node extension ignores the setting; without it, every process that reaches the port and knows the name
 * of the cluster becomes a member. It has no TLS either, but its channels take handlers. So the node gets an extension of ours, which
 * overrides these two methods. They are internals of Hazelcast: the bundle imports exactly the tested version, a test fails with any other, and
 * tests try to join with a wrong secret and with a wrong key.
 */
public final class GatedNode extends DefaultNodeContext {

    private final MemberSocketInterceptor gate;
    private final Optional<Function<Socket, SSLEngine>> engines;

    private GatedNode(MemberSocketInterceptor gate, Optional<Function<Socket, SSLEngine>> engines) {
        this.gate = gate;
        this.engines = engines;
    }

    /**
     * Starts a member; returns when it has joined the cluster or has found no peer.
     *
     * @param gate called for each connection before Hazelcast reads from it
     * @param engines give the engine that encrypts a connection that has passed the gate; empty without encryption
     */
    public static HazelcastInstance start(Config config, MemberSocketInterceptor gate,
            Optional<Function<Socket, SSLEngine>> engines) {
        config.getNetworkConfig().setSocketInterceptorConfig(
                new SocketInterceptorConfig().setEnabled(true).setImplementation(gate));
        return HazelcastInstanceFactory.newHazelcastInstance(config, config.getInstanceName(), new GatedNode(gate, engines));
    }

    @Override
    public NodeExtension createNodeExtension(Node node) {
        return new GatedExtension(node, gate, engines);
    }

    private static final class GatedExtension extends DefaultNodeExtension {

        private final MemberSocketInterceptor gate;
        private final Optional<Function<Socket, SSLEngine>> engines;

        GatedExtension(Node node, MemberSocketInterceptor gate, Optional<Function<Socket, SSLEngine>> engines) {
            super(node);
            this.gate = gate;
            this.engines = engines;
        }

        @Override
        public MemberSocketInterceptor getSocketInterceptor(EndpointQualifier any) {
            return gate;
        }

        @Override
        public Function<EndpointQualifier, ChannelInitializer> createChannelInitializerFn(ServerContext context) {
            Function<EndpointQualifier, ChannelInitializer> plain = super.createChannelInitializerFn(context);
            return engines.isEmpty() ? plain : any -> encrypted(plain.apply(any), engines.get());
        }

        /** Decrypts all input first and encrypts all output last. */
        private static ChannelInitializer encrypted(ChannelInitializer plain,
                Function<Socket, SSLEngine> engines) {
            return channel -> {
                SSLEngine engine = engines.apply(channel.socket());
                channel.inboundPipeline().addLast(new TlsReader(engine));
                plain.initChannel(channel);
                channel.outboundPipeline().addLast(new TlsWriter(engine));
            };
        }
    }

    /** Runs the delegated tasks of an engine. */
    public static void runTasks(SSLEngine engine) {
        for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
            task.run();
        }
    }
}
