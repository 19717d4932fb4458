package psr.shell.endpoints;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;

import org.osgi.service.component.annotations.Component;
import psr.shell.command.CommandFailedException;
import psr.shell.command.Invocation;
import psr.shell.command.ShellCommand;
import psr.shell.command.StoppedException;

/** {@code backup}: downloads a backup of a running server. */
@Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=backup"})
public final class BackupCommand extends ShellCommand {

    public BackupCommand() {
        super("backup");
    }

    @Override
    public void run(Invocation call) throws IOException {
        Path file = call.path(call.arguments().only("a file"));
        Path data = call.path(call.arguments().text("data").orElse("psr-data"));
        if (Files.exists(file)) {
            throw new IllegalArgumentException("the backup must be a new file; " + file + " exists");
        }
        Path part = file.resolveSibling(file.getFileName() + ".part");
        String address = line(data, "address");
        try {
            ownFile(part);
            HttpResponse<Path> answer = client(data).send(HttpRequest.newBuilder(URI.create(address + "api/v1/backups"))
                    .header("Authorization", "Bearer " + line(data, "token"))
                    .POST(HttpRequest.BodyPublishers.noBody()).build(),
                    HttpResponse.BodyHandlers.ofFile(part, StandardOpenOption.WRITE));
            if (answer.statusCode() != 200) {
                throw new CommandFailedException(
                        "the server rejected the request: " + Files.readString(part, StandardCharsets.UTF_8));
            }
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
            call.output().print("backup written to " + file + ", " + Files.size(file) + " bytes");
        } catch (ConnectException e) {
            throw new CommandFailedException("no server answers for the folder " + data + " at " + address
                    + ", its last address. It may have been killed or be starting, or the name may not resolve to this machine");
        } catch (SSLException e) {
            throw new CommandFailedException(
                    "the certificate of the server must match its address, " + address + " ("
                            + e.getMessage() + "); set further names with serve --names");
        } catch (InterruptedException e) {
            throw new StoppedException("stopped; no backup was written", false);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /** Creates an empty file that only its owner can read: a backup has data, models and hashes of tokens. */
    static void ownFile(Path file) throws IOException {
        Files.deleteIfExists(file);
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } else {
            Files.createFile(file);
        }
    }

    /** Trusts the certificate that the server has written into its folder; without TLS there is none. */
    private static HttpClient client(Path data) throws IOException {
        Path file = data.resolve("certificate.pem");
        if (!Files.exists(file)) {
            return HttpClient.newHttpClient();
        }
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                trusted.setCertificateEntry("server-" + trusted.size(), each);
            }
            TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers.getTrustManagers(), null);
            return HttpClient.newBuilder().sslContext(context).build();
        } catch (GeneralSecurityException e) {
            throw new CommandFailedException("cannot read the certificate " + file + ": " + e.getMessage());
        }
    }

    private static String line(Path data, String name) throws IOException {
        try {
            return Files.readString(data.resolve(name)).strip();
        } catch (NoSuchFileException e) {
            throw new CommandFailedException(
                    "no server is running on the folder " + data + ": it contains no file '" + name + "'");
        }
    }
}
