package psr.ssh;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;

import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.Function;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.core.CoreModuleProperties;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.auth.pubkey.UserAuthPublicKeyFactory;
import org.apache.sshd.server.channel.ChannelSessionFactory;
import org.apache.sshd.server.forward.RejectAllForwardingFilter;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import psr.api.settings.Option;
import psr.api.settings.PsrService;
import psr.api.settings.Schema;
import psr.api.settings.ValidationError;
import psr.api.settings.ValidationException;
import psr.launcher.spi.Endpoint;

/** Opens a port on this machine for the shell over SSH. */
@Component
@PsrService(name = "ssh", summary = "the shell over SSH, for administrators")
public final class SshEndpoint implements Endpoint {

    public record Settings(
            @Option(value = "0", min = 0, max = 65535, help = "port; 0 is any free port") int port,
            @Option(value = "127.0.0.1", help = "address of this machine to listen on") String host,
            @Option(value = "authorized_keys", help = "file with the authorized keys") Path keys,
            @Option(value = "ssh_host_key", help = "file with the key of the server, created if missing") Path hostKey) {

        /** Rejects addresses that other machines can reach. */
        public Settings {
            boolean here;
            try {
                here = InetAddress.getByName(host).isLoopbackAddress();
            } catch (UnknownHostException e) {
                here = false;
            }
            if (!here) {
                throw new ValidationException(ValidationError.of("ssh", "host", "must be an address of this machine only", host));
            }
        }
    }

    /** The largest number of open shells and commands. */
    static final int SESSIONS = 4;
    private static final Duration LONGEST_SILENCE = Duration.ofHours(1);
    private static final Duration LONGEST_LOGIN = Duration.ofSeconds(30);
    private static final int MOST_KEYS_TRIED = 10;

    private final CommandProcessor processor;
    private final Function console;

    /** An endpoint for a console. */
    @Activate
    public SshEndpoint(@Reference CommandProcessor processor, @Reference(target = "(psr.name=console)") Function console) {
        this.processor = processor;
        this.console = console;
    }

    @Override
    public Opened open(Map<String, String> options, Path base) throws IOException {
        Settings settings = Schema.of(Settings.class).parse(options, "ssh");
        PlatformEd25519.register();
        Path keys = base.resolve(settings.keys());
        KeyPair host = HostKey.in(base.resolve(settings.hostKey()));
        SshServer server = SshServer.setUpDefaultServer();
        server.setHost(settings.host());
        server.setPort(settings.port());
        server.setKeyPairProvider(KeyPairProvider.wrap(host));
        server.setUserAuthFactories(List.of(UserAuthPublicKeyFactory.INSTANCE));
        server.setPublickeyAuthenticator(new AuthorizedKeys(keys));
        // Sessions only: no tunnels, no agents, no files.
        server.setChannelFactories(List.of(ChannelSessionFactory.INSTANCE));
        server.setForwardingFilter(RejectAllForwardingFilter.INSTANCE);
        server.setSubsystemFactories(List.of());
        ShellChannel.SharedConsole shared = new ShellChannel.SharedConsole(processor, console, new Semaphore(SESSIONS));
        server.setShellFactory(channel -> new ShellChannel(shared, Optional.empty()));
        server.setCommandFactory((channel, command) -> new ShellChannel(shared, Optional.of(command)));
        CoreModuleProperties.IDLE_TIMEOUT.set(server, LONGEST_SILENCE);
        CoreModuleProperties.AUTH_TIMEOUT.set(server, LONGEST_LOGIN);
        CoreModuleProperties.MAX_AUTH_REQUESTS.set(server, MOST_KEYS_TRIED);
        try {
            server.start();
        } catch (IOException e) {
            server.close();
            throw new IOException("the SSH shell must be able to listen on " + settings.host() + ":" + settings.port() + ": "
                    + e.getMessage(), e);
        }
        List<String> lines = new ArrayList<>();
        lines.add("shell over SSH: ssh -p " + server.getPort() + " " + settings.host() + "; its key is "
                + KeyUtils.getFingerPrint(host.getPublic()));
        if (!Files.exists(keys)) {
            lines.add("SSH rejects all clients until a public key is in " + keys);
        }
        return new OpenPort(server, List.copyOf(lines));
    }

    /** A port that is open. */
    private static final class OpenPort implements Opened {

        private final SshServer server;
        private final List<String> lines;
        private final CountDownLatch closed = new CountDownLatch(1);

        OpenPort(SshServer server, List<String> lines) {
            this.server = server;
            this.lines = lines;
        }

        @Override
        public List<String> lines() {
            return lines;
        }

        @Override
        public List<String> secrets() {
            return List.of();
        }

        @Override
        public String await() throws InterruptedException {
            closed.await();
            return "the SSH shell is closed";
        }

        @Override
        public void close() {
            try {
                server.stop(true);
            } catch (IOException e) {
                System.getLogger(SshEndpoint.class.getName()).log(System.Logger.Level.DEBUG, "a connection was closed", e);
            }
            closed.countDown();
        }
    }
}
