package psr.ssh;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Security;
import java.security.interfaces.EdECKey;
import java.security.interfaces.EdECPrivateKey;
import java.security.interfaces.EdECPublicKey;
import java.security.spec.KeySpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Optional;

import org.apache.sshd.common.config.keys.PrivateKeyEntryDecoder;
import org.apache.sshd.common.config.keys.PublicKeyEntryDecoder;
import org.apache.sshd.common.signature.Signature;
import org.apache.sshd.common.util.buffer.Buffer;
import org.apache.sshd.common.util.security.AbstractSecurityProviderRegistrar;
import org.apache.sshd.common.util.security.SecurityUtils;
import org.apache.sshd.common.util.security.eddsa.generic.EdDSASupport;
import org.apache.sshd.common.util.security.eddsa.generic.EdDSAUtils;
import org.apache.sshd.common.util.security.eddsa.generic.GenericEd25519PublicKeyDecoder;
import org.apache.sshd.common.util.security.eddsa.generic.GenericOpenSSHEd25519PrivateKeyEntryDecoder;
import org.apache.sshd.common.util.security.eddsa.generic.GenericSignatureEd25519;

/** Ed25519 keys from the Java platform for MINA SSHD, which supports them only with other libraries. Stateless. */
final class PlatformEd25519 implements EdDSASupport<EdECPublicKey, EdECPrivateKey> {

    private static final int BITS = 256;

    /** The platform's provider of elliptic curves, which is registered already. */
    private static final class Registrar extends AbstractSecurityProviderRegistrar {

        private static final String PROVIDER = "SunEC";

        Registrar() {
            super(PROVIDER);
        }

        @Override
        public boolean isSupported() {
            return getSecurityProvider() != null;
        }

        @Override
        public Provider getSecurityProvider() {
            return Security.getProvider(PROVIDER);
        }

        /** Use the provider only where the platform would choose it anyway. */
        @Override
        public String getDefaultSecurityEntitySupportValue(Class<?> entityType) {
            return "";
        }

        @Override
        public Optional<EdDSASupport<?, ?>> getEdDSASupport() {
            return Optional.of(new PlatformEd25519());
        }
    }

    private PlatformEd25519() {}

    /** Registers Ed25519 with SSHD; must be called before any key is read. */
    static void register() {
        SecurityUtils.registerSecurityProvider(new Registrar());
    }

    @Override
    public PublicKeyEntryDecoder<EdECPublicKey, EdECPrivateKey> getEDDSAPublicKeyEntryDecoder() {
        return new GenericEd25519PublicKeyDecoder<>(EdECPublicKey.class, EdECPrivateKey.class, this);
    }

    @Override
    public PrivateKeyEntryDecoder<EdECPublicKey, EdECPrivateKey> getOpenSSHEDDSAPrivateKeyEntryDecoder() {
        return new GenericOpenSSHEd25519PrivateKeyEntryDecoder<>(EdECPublicKey.class, EdECPrivateKey.class, this);
    }

    @Override
    public Signature getEDDSASigner() {
        return new GenericSignatureEd25519(getKeyFactoryAlgorithm());
    }

    @Override
    public int getEDDSAKeySize(Key key) {
        return key instanceof EdECKey ? BITS : -1;
    }

    @Override
    public Class<EdECPublicKey> getEDDSAPublicKeyType() {
        return EdECPublicKey.class;
    }

    @Override
    public Class<EdECPrivateKey> getEDDSAPrivateKeyType() {
        return EdECPrivateKey.class;
    }

    @Override
    public boolean compareEDDSAPPublicKeys(PublicKey one, PublicKey other) {
        return one instanceof EdECPublicKey && other instanceof EdECPublicKey && one.equals(other);
    }

    @Override
    public boolean compareEDDSAPrivateKeys(PrivateKey one, PrivateKey other) {
        return one instanceof EdECPrivateKey && other instanceof EdECPrivateKey && one.equals(other);
    }

    @Override
    public EdECPublicKey recoverEDDSAPublicKey(PrivateKey key) throws GeneralSecurityException {
        throw new InvalidKeyException("a private Ed25519 key must include its public key, as in OpenSSH's format");
    }

    @Override
    public EdECPublicKey generateEDDSAPublicKey(byte[] bytes) throws GeneralSecurityException {
        return (EdECPublicKey) factory().generatePublic(EdDSAUtils.createPublicKeySpec(bytes));
    }

    @Override
    public EdECPrivateKey generateEDDSAPrivateKey(byte[] seed) throws GeneralSecurityException {
        return (EdECPrivateKey) factory().generatePrivate(EdDSAUtils.createPrivateKeySpec(seed));
    }

    private KeyFactory factory() throws GeneralSecurityException {
        return KeyFactory.getInstance(getKeyFactoryAlgorithm());
    }

    @Override
    public <B extends Buffer> B putRawEDDSAPublicKey(B buffer, PublicKey key) {
        buffer.putBytes(bytes(key));
        return buffer;
    }

    @Override
    public <B extends Buffer> B putEDDSAKeyPair(B buffer, PublicKey publicKey, PrivateKey privateKey) {
        throw new UnsupportedOperationException("private keys are never sent");
    }

    @Override
    public KeySpec createPublicKeySpec(EdECPublicKey key) {
        return new X509EncodedKeySpec(key.getEncoded());
    }

    @Override
    public KeySpec createPrivateKeySpec(EdECPrivateKey key) {
        return new PKCS8EncodedKeySpec(key.getEncoded());
    }

    @Override
    public byte[] getPublicKeyData(EdECPublicKey key) {
        return key == null ? null : bytes(key);
    }

    private static byte[] bytes(PublicKey key) {
        try {
            return EdDSAUtils.getBytes(key);
        } catch (InvalidKeyException e) {
            throw new IllegalArgumentException("an Ed25519 key must be one: " + e.getMessage(), e);
        }
    }

    @Override
    public byte[] getPrivateKeyData(EdECPrivateKey key) throws IOException {
        try {
            return EdDSAUtils.getBytes(key);
        } catch (InvalidKeyException e) {
            throw new IOException("an Ed25519 key must be one: " + e.getMessage(), e);
        }
    }

    @Override
    public String getKeyFactoryAlgorithm() {
        return "Ed25519";
    }
}
