package psr.server.plugins;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.security.CodeSigner;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertPathValidator;
import java.security.cert.PKIXParameters;
import java.util.Collections;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.ZipException;

import psr.server.KeyFile;

/** Checks that a jar is completely signed by a trusted certificate. Felix itself runs a jar with a wrong signature. */
record Signers(KeyStore trusted) {

    /**
     * Reads the trusted certificates from a file.
     *
     * @throws IOException if it cannot be opened; the message says why in one line
     */
    static Signers of(Path file) throws IOException {
        return new Signers(KeyFile.open(file));
    }

    /**
     * Verifies a whole jar.
     *
     * @throws IOException if an entry is not signed by a trusted certificate or was changed after signing; the message names it
     */
    void check(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile(), true)) {
            boolean any = false;
            for (JarEntry entry : Collections.list(file.entries())) {
                try (InputStream in = file.getInputStream(entry)) {
                    in.transferTo(OutputStream.nullOutputStream());
                }
                String name = entry.getName();
                if (!entry.isDirectory() && !signature(name)) {
                    any = true;
                    if (!trusted(entry.getCodeSigners())) {
                        throw new IOException(
                                "every entry must be signed by a certificate of the trust store; '" + name + "' is not");
                    }
                }
            }
            if (!any) {
                throw new IOException("a plugin must not be empty");
            }
        } catch (SecurityException e) {
            throw new IOException("an entry was changed after it was signed: " + e.getMessage(), e);
        } catch (ZipException e) {
            throw new IOException("a plugin must be a jar: " + e.getMessage(), e);
        }
    }

    /** Signature files are not signed themselves. */
    private static boolean signature(String name) {
        return name.equals("META-INF/MANIFEST.MF") || name.matches("(?i)META-INF/[^/]+\\.(SF|RSA|DSA|EC)");
    }

    private boolean trusted(CodeSigner[] signers) {
        if (signers == null) {
            return false;
        }
        for (CodeSigner signer : signers) {
            try {
                PKIXParameters parameters = new PKIXParameters(trusted);
                parameters.setRevocationEnabled(false);
                var certificates = signer.getSignerCertPath().getCertificates();
                if (trusted.getCertificateAlias(certificates.get(0)) != null) {
                    return true;
                }
                CertPathValidator.getInstance("PKIX").validate(signer.getSignerCertPath(), parameters);
                return true;
            } catch (GeneralSecurityException e) {
                // Another signer may be trusted.
                System.getLogger(Signers.class.getName()).log(System.Logger.Level.DEBUG, "a signer is not trusted", e);
            }
        }
        return false;
    }
}
