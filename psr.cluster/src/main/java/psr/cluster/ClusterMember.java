package psr.cluster;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

import com.hazelcast.cluster.Address;
import com.hazelcast.cluster.Member;
import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;
import com.hazelcast.core.ExecutionCallback;
import com.hazelcast.core.HazelcastException;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.LifecycleEvent;

import psr.cluster.hazelcast.GatedNode;
import psr.launcher.spi.Cluster;
import psr.launcher.spi.JoinOptions;

/** This process as a member of a cluster. Thread-safe. */
final class ClusterMember implements Peers, Cluster.Membership {

    /** Time limit of a short request, in seconds. */
    private static final long LONGEST = 60;

    private final HazelcastInstance hazelcast;
    private final String address;
    private final Consumer<String> news;
    private final CountDownLatch end = new CountDownLatch(1);

    /**
     * Joins the cluster.
     *
     * @param desk answers the requests of other members
     * @param left called with the address of each member that has left
     */
    static ClusterMember join(JoinOptions options, Secret secret, Order.Desk desk, Consumer<String> news,
            Consumer<String> left) throws IOException {
        try {
            Optional<Tls> tls =
                    options.keyStore().isPresent() ? Optional.of(Tls.open(options.keyStore().get())) : Optional.empty();
            SecretGate gate = new SecretGate(secret, tls, new RejectionLog(news, System::nanoTime));
            ClusterMember member = new ClusterMember(GatedNode.start(MemberConfig.of(options, desk), gate,
                    tls.map(each -> each::engine)), news, left);
            member.watch(options, gate);
            return member;
        } catch (HazelcastException | IllegalStateException e) {
            throw new IOException("cannot join the cluster: " + e.getMessage(), e);
        }
    }

    private ClusterMember(HazelcastInstance hazelcast, Consumer<String> news, Consumer<String> left) {
        this.hazelcast = hazelcast;
        this.address = name(hazelcast.getCluster().getLocalMember());
        this.news = news;
        hazelcast.getCluster().addMembershipListener(new MembershipListener() {
            @Override
            public void memberAdded(MembershipEvent event) {
                news.accept(name(event.getMember()) + " joined" + role(event.getMember()));
            }

            @Override
            public void memberRemoved(MembershipEvent event) {
                news.accept(name(event.getMember()) + " left");
                left.accept(name(event.getMember()));
            }
        });
        hazelcast.getLifecycleService().addLifecycleListener(event -> {
            if (event.getState() == LifecycleEvent.LifecycleState.SHUTDOWN) {
                end.countDown();
            }
        });
    }

    /** Starts the thread that warns if no peer can be reached. */
    private void watch(JoinOptions options, SecretGate gate) {
        List<String> peers = options.others().stream().filter(other -> !other.equals(address)).toList();
        PeerMonitor monitor = new PeerMonitor(peers, gate, this::alone, news, System.nanoTime());
        Thread thread = new Thread(() -> {
            try {
                while (!end.await(1, TimeUnit.SECONDS)) {
                    monitor.check(System.nanoTime());
                }
            } catch (InterruptedException e) {
                // This member has left; nothing to report.
                Thread.currentThread().interrupt();
            }
        }, "psr-cluster-peers");
        thread.setDaemon(true);
        thread.start();
    }

    /** All members, with this one; none between two clusters and at the end. */
    private Set<Member> members() {
        try {
            return hazelcast.getCluster().getMembers();
        } catch (HazelcastException | IllegalStateException e) {
            return Set.of();
        }
    }

    private boolean alone() {
        return members().size() == 1;
    }

    private static String role(Member member) {
        return speaks(member) ? threads(member) == 0 ? " as submitter" : " as worker with " + threads(member) + " threads"
                : "; it uses another protocol version and gets no work";
    }

    private static int threads(Member member) {
        String number = member.getAttribute(MemberConfig.THREADS);
        return number == null || !number.matches("[0-9]{1,6}") ? 0 : Integer.parseInt(number);
    }

    private static boolean speaks(Member member) {
        return MemberConfig.LANGUAGE.equals(member.getAttribute(MemberConfig.SPEAKS));
    }

    static String name(Member member) {
        Address address = member.getAddress();
        return address.getHost() + ":" + address.getPort();
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public List<Other> computing() {
        return members().stream().filter(member -> !member.localMember() && speaks(member) && threads(member) > 0)
                .map(member -> new Other(member.getUuid(), name(member), threads(member)))
                .sorted(Comparator.comparing(Other::name)).toList();
    }

    @Override
    public List<Cluster.Worker> workers() {
        return computing().stream().map(other -> new Cluster.Worker(other.name(), other.threads())).toList();
    }

    private Optional<Member> member(String address) {
        return members().stream().filter(member -> name(member).equals(address)).findFirst();
    }

    @Override
    public CompletableFuture<byte[]> work(Other worker, Message question) {
        return send(MemberConfig.WORK, worker, question);
    }

    @Override
    public CompletableFuture<byte[]> talk(Other other, Message question) {
        return send(MemberConfig.TALK, other, question);
    }

    private CompletableFuture<byte[]> send(String executor, Other other, Message question) {
        return members().stream().filter(each -> each.getUuid().equals(other.number())).findFirst()
                .map(member -> send(executor, member, question)).orElseGet(() -> CompletableFuture
                        .failedFuture(new IllegalStateException(other.name() + " is no longer a member")));
    }

    private CompletableFuture<byte[]> send(String executor, Member member, Message question) {
        CompletableFuture<byte[]> answer = new CompletableFuture<>();
        try {
            hazelcast.getExecutorService(executor).submitToMember(new Order(question.bytes()), member,
                    new ExecutionCallback<byte[]>() {
                        @Override
                        public void onResponse(byte[] bytes) {
                            answer.complete(bytes);
                        }

                        @Override
                        public void onFailure(Throwable e) {
                            answer.completeExceptionally(e);
                        }
                    });
        } catch (RuntimeException e) {
            answer.completeExceptionally(e);
        }
        return answer;
    }

    /**
     * Sends a short request and waits for the answer.
     *
     * @throws IOException if the member has left or does not answer
     */
    byte[] ask(String address, Message question) throws IOException {
        try {
            Member other = member(address).orElseThrow(() -> new IOException(address + " is no longer a member"));
            return send(MemberConfig.TALK, other, question).get(LONGEST, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for " + address, e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException(address + " does not answer: " + e, e);
        }
    }

    /** Sends a message without waiting; a member that has left needs none. */
    void tell(String address, Message message) {
        member(address).ifPresent(other -> send(MemberConfig.TALK, other, message));
    }

    /** Logs a message for the user. */
    void say(String words) {
        news.accept(words);
    }

    @Override
    public void await() throws InterruptedException {
        end.await();
    }

    @Override
    public boolean over() {
        return end.getCount() == 0;
    }

    @Override
    public void close() {
        try {
            hazelcast.shutdown();
        } finally {
            end.countDown();
        }
    }
}
