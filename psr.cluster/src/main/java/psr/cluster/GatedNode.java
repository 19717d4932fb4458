package psr.cluster;

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
 * A member of Hazelcast behind a {@link SecretGate}. The open edition has the calls of a socket interceptor in its network code,
 * but its own node extension ignores the setting; without it, every process that reaches the port and knows the name
 * of the cluster becomes a member. It has no TLS either, but its channels take handlers. So the node gets an extension of ours, which
 * overrides these two methods. They are internals of Hazelcast: the bundle imports exactly the tested version, and tests try to join
 * with a wrong secret and with a wrong key.
 */
final class GatedNode extends DefaultNodeContext {

    private final SecretGate gate;

    private GatedNode(SecretGate gate) {
        this.gate = gate;
    }

    /** Starts a member; returns when it has joined the cluster or has found no peer. */
    static HazelcastInstance start(Config config, SecretGate gate) {
        config.getNetworkConfig().setSocketInterceptorConfig(
                new SocketInterceptorConfig().setEnabled(true).setImplementation(gate));
        return HazelcastInstanceFactory.newHazelcastInstance(config, config.getInstanceName(), new GatedNode(gate));
    }

    @Override
    public NodeExtension createNodeExtension(Node node) {
        return new GatedExtension(node, gate);
    }

    private static final class GatedExtension extends DefaultNodeExtension {

        private final SecretGate gate;

        GatedExtension(Node node, SecretGate gate) {
            super(node);
            this.gate = gate;
        }

        @Override
        public MemberSocketInterceptor getSocketInterceptor(EndpointQualifier any) {
            return gate;
        }

        @Override
        public Function<EndpointQualifier, ChannelInitializer> createChannelInitializerFn(ServerContext context) {
            Function<EndpointQualifier, ChannelInitializer> plain = super.createChannelInitializerFn(context);
            return gate.tls().isEmpty() ? plain : any -> encrypted(plain.apply(any), gate.tls().get());
        }

        /** Decrypts all input first and encrypts all output last. */
        private static ChannelInitializer encrypted(ChannelInitializer plain, Tls tls) {
            return channel -> {
                SSLEngine engine = tls.engine(channel.socket());
                channel.inboundPipeline().addLast(new TlsReader(engine));
                plain.initChannel(channel);
                channel.outboundPipeline().addLast(new TlsWriter(engine));
            };
        }
    }
}
