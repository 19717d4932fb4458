package psr.itest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Machines of a test: network namespaces with a bridge between them where this process may make them, otherwise addresses of
 * the loopback, between which nothing can be cut.
 */
final class Network {

    /** Names of links may have 15 characters. */
    private static final long NUMBER = ProcessHandle.current().pid() % 100_000;

    private final int machines;
    private final boolean real;

    private Network(int machines, boolean real) {
        this.machines = machines;
        this.real = real;
    }

    /** A network of so many machines, numbered from 1; on the loopback too where {@code -Dpsr.loopback=true} says so. */
    static Network of(int machines) throws InterruptedException {
        if (Boolean.getBoolean("psr.loopback")) {
            return loopback(machines);
        }
        Network network = new Network(machines, true);
        boolean made = ip("link", "add", bridge(), "type", "bridge") && ip("link", "set", bridge(), "up");
        for (int i = 1; made && i <= machines; i++) {
            made = ip("netns", "add", space(i))
                    && ip("link", "add", outside(i), "type", "veth", "peer", "name", "eth0", "netns", space(i))
                    && ip("link", "set", outside(i), "master", bridge(), "up")
                    && ip("-n", space(i), "addr", "add", network.host(i) + "/24", "dev", "eth0")
                    && ip("-n", space(i), "link", "set", "eth0", "up") && ip("-n", space(i), "link", "set", "lo", "up");
        }
        if (made) {
            return network;
        }
        network.remove();
        return loopback(machines);
    }

    /** Machines that are only ports of this one. */
    static Network loopback(int machines) {
        return new Network(machines, false);
    }

    private static String bridge() {
        return "psrb" + NUMBER;
    }

    private static String space(int machine) {
        return "psr" + NUMBER + "-" + machine;
    }

    private static String outside(int machine) {
        return "psrv" + NUMBER + "-" + machine;
    }

    private static boolean ip(String... words) throws InterruptedException {
        List<String> command = new ArrayList<>(List.of("ip"));
        command.addAll(List.of(words));
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getInputStream().readAllBytes();
            return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether there are namespaces, whose links can be cut. */
    boolean isReal() {
        return real;
    }

    /** The address of a machine. */
    String host(int machine) {
        return real ? "10.83.71." + machine : "127.0.0.1";
    }

    /** A command as it is started on a machine. */
    List<String> on(int machine, List<String> command) {
        if (!real) {
            return command;
        }
        List<String> inside = new ArrayList<>(List.of("ip", "netns", "exec", space(machine)));
        inside.addAll(command);
        return inside;
    }

    /** A counter of what a machine has sent or received, as the bridge sees it: {@code rx_bytes} is what it sent. */
    long counter(int machine, String name) throws IOException {
        return Long.parseLong(Files.readString(Path.of("/sys/class/net", outside(machine), "statistics", name)).strip());
    }

    /** Cuts a machine off without a word to anybody. */
    void cut(int machine) throws Exception {
        if (!ip("link", "set", outside(machine), "down")) {
            throw new AssertionError("the link of machine " + machine + " cannot be cut");
        }
    }

    /** Mends what was cut. */
    void mend(int machine) throws Exception {
        if (!ip("link", "set", outside(machine), "up")) {
            throw new AssertionError("the link of machine " + machine + " cannot be mended");
        }
    }

    /** Freezes a process, or wakes it. */
    static void signal(Process process, String signal) throws Exception {
        Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).redirectErrorStream(true).start();
        String said = new String(kill.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (kill.waitFor() != 0) {
            throw new AssertionError(said);
        }
    }

    /** Takes everything away that was made. */
    void remove() throws InterruptedException {
        for (int i = 1; real && i <= machines; i++) {
            ip("netns", "del", space(i));
            ip("link", "del", outside(i));
        }
        if (real) {
            ip("link", "del", bridge());
        }
    }
}
