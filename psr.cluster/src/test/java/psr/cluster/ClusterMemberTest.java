package psr.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.Serializable;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import com.hazelcast.config.Config;
import com.hazelcast.config.SSLConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import psr.cluster.hazelcast.GatedNode;
import psr.launcher.spi.JoinOptions;

/** Members of Hazelcast in this process, on the loopback. */
@Timeout(180)
class ClusterMemberTest {

    private static final RejectionLog SILENT = new RejectionLog(words -> {}, () -> 0);
    private static final Secret SECRET = Secret.of("a secret of sufficient length");

    private final List<ClusterMember> members = new ArrayList<>();

    @AfterEach
    void leave() {
        members.forEach(ClusterMember::close);
        Hazelcast.shutdownAll();
    }

    private static int freePort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static JoinOptions options(int port, int other, int threads) {
        return new JoinOptions(List.of("127.0.0.1:" + other), JoinOptions.NAME, Optional.empty(), Optional.empty(),
                Optional.of("127.0.0.1"), OptionalInt.of(port), threads, false);
    }

    private ClusterMember join(JoinOptions options, Secret secret) throws Exception {
        ClusterMember member = ClusterMember.join(options, secret, question -> {
            byte[] answer = question.clone();
            answer[0]++;
            return answer;
        }, words -> {}, address -> {});
        members.add(member);
        return member;
    }

    private static List<String> workers(ClusterMember member) {
        return member.computing().stream().map(Peers.Other::name).toList();
    }

    @Test
    void connectsOnlyMembersWithTheSameSecret() throws Exception {
        int first = freePort();
        ClusterMember one = join(options(first, first, 2), SECRET);
        ClusterMember two = join(options(freePort(), first, 0), SECRET);
        assertEquals(List.of("127.0.0.1:" + first), workers(two));
        assertEquals(List.of(), workers(one), "who submits does not compute");
        assertEquals(2, two.computing().get(0).threads());
        byte[] asked = Message.of("x").bytes();
        byte[] answer = two.work(two.computing().get(0), Message.of("x")).get(120, TimeUnit.SECONDS);
        assertEquals(asked[0] + 1, answer[0]);

        ClusterMember stranger = join(options(freePort(), first, 1), Secret.of("another secret, just as long"));
        assertEquals(List.of(), workers(stranger));
        assertEquals(List.of(), workers(one), "no member joined");

        one.close();
        assertThrows(ExecutionException.class, () -> two.work(new Peers.Other(UUID.randomUUID(), "gone", 1),
                Message.of("x")).get(120, TimeUnit.SECONDS));
    }

    private static final AtomicReference<String> CALLED = new AtomicReference<>();

    /** Objects that an attacker who knows the secret might send. */
    public static final class Smuggled implements Callable<String>, Serializable {

        private static final long serialVersionUID = 1L;

        @Override
        public String call() {
            CALLED.set("called");
            return "called";
        }
    }

    @Test
    void deserializesOnlyOrders() throws Exception {
        int first = freePort();
        HazelcastInstance one = GatedNode.start(MemberConfig.of(options(first, first, 1), question -> question),
                new SecretGate(SECRET, Optional.empty(), SILENT), Optional.empty());
        HazelcastInstance two = GatedNode.start(MemberConfig.of(options(freePort(), first, 1), question -> question),
                new SecretGate(SECRET, Optional.empty(), SILENT), Optional.empty());
        try {
            var target = two.getCluster().getMembers().iterator().next();
            assertEquals(one.getCluster().getLocalMember(), target);
            ExecutionException refused = assertThrows(ExecutionException.class, () -> two.getExecutorService(MemberConfig.TALK)
                    .submitToMember(new Smuggled(), target).get(120, TimeUnit.SECONDS));
            assertTrue(String.valueOf(refused.getCause()).contains("Smuggled"), refused::toString);
            assertNull(CALLED.get());
            one.getMap("any").put("file", new File("x"));
            assertTrue(assertThrows(RuntimeException.class, () -> one.getMap("any").get("file")).toString()
                    .contains("java.io.File"), "not even what the JDK has");
        } finally {
            one.shutdown();
            two.shutdown();
        }
    }

    /** The reason for {@link Tls}; fails when Hazelcast changes this. */
    @Test
    void theOpenEditionHasNoTls() throws Exception {
        int port = freePort();
        Config config = MemberConfig.of(options(port, port, 1), question -> question);
        config.getNetworkConfig().setSSLConfig(new SSLConfig().setEnabled(true));
        assertEquals("SSL/TLS requires Hazelcast Enterprise Edition", assertThrows(IllegalStateException.class,
                () -> GatedNode.start(config, new SecretGate(SECRET, Optional.empty(), SILENT), Optional.empty())).getMessage());
    }
}
