package psr.cluster;

import java.net.Socket;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;

import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/** Requires that certificates are currently valid. The JDK does not check this for certificates in the trust store. Thread-safe. */
final class ValidCertificates extends X509ExtendedTrustManager {

    private final X509ExtendedTrustManager trusted;

    ValidCertificates(X509ExtendedTrustManager trusted) {
        this.trusted = trusted;
    }

    /** Throws an exception if a certificate is not valid now. */
    static void check(Certificate[] chain) throws CertificateException {
        for (Certificate each : chain) {
            if (each instanceof X509Certificate certificate) {
                try {
                    certificate.checkValidity();
                } catch (CertificateException e) {
                    throw new CertificateException(
                            "the certificate of " + certificate.getSubjectX500Principal() + " must be valid now;"
                                    + " it is valid from " + certificate.getNotBefore().toInstant() + " to "
                                    + certificate.getNotAfter().toInstant(),
                            e);
                }
            }
        }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        trusted.checkClientTrusted(chain, type, engine);
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        trusted.checkServerTrusted(chain, type, engine);
        check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        trusted.checkClientTrusted(chain, type, socket);
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        trusted.checkServerTrusted(chain, type, socket);
        check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        trusted.checkClientTrusted(chain, type);
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        trusted.checkServerTrusted(chain, type);
        check(chain);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return trusted.getAcceptedIssuers();
    }
}
