package psr.cluster.hazelcast;

import java.io.EOFException;
import java.nio.ByteBuffer;

import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;

import com.hazelcast.internal.networking.HandlerStatus;
import com.hazelcast.internal.networking.InboundHandler;
import com.hazelcast.internal.nio.IOUtil;

/**
 * Decrypts input of a socket for the next handler. Its buffer may be smaller than a record, three bytes at the
 * beginning; the rest is stored here.
 */
final class TlsReader extends InboundHandler<ByteBuffer, ByteBuffer> {

    private final SSLEngine engine;
    /** In read mode. */
    private ByteBuffer plain;

    TlsReader(SSLEngine engine) {
        this.engine = engine;
    }

    @Override
    public void handlerAdded() {
        initSrcBuffer(2 * engine.getSession().getPacketBufferSize());
        plain = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize()).flip();
    }

    @Override
    public HandlerStatus onRead() throws Exception {
        src.flip();
        try {
            while (true) {
                hand();
                if (plain.hasRemaining()) {
                    return HandlerStatus.DIRTY;
                }
                if (!decrypt()) {
                    return HandlerStatus.CLEAN;
                }
            }
        } finally {
            IOUtil.compactOrClear(src);
        }
    }

    private void hand() {
        int some = Math.min(plain.remaining(), dst.remaining());
        dst.put(dst.position(), plain, plain.position(), some);
        dst.position(dst.position() + some);
        plain.position(plain.position() + some);
    }

    /** Decrypts one record; false if it is incomplete. */
    private boolean decrypt() throws Exception {
        plain.clear();
        try {
            SSLEngineResult result = engine.unwrap(src, plain);
            switch (result.getStatus()) {
                case BUFFER_UNDERFLOW -> {
                    return false;
                }
                case CLOSED -> throw new EOFException("the other side has closed the connection");
                case BUFFER_OVERFLOW -> throw new SSLException("a record is too large");
                default -> {
                    serve(result.getHandshakeStatus());
                    return result.bytesConsumed() > 0;
                }
            }
        } finally {
            plain.flip();
        }
    }

    /** Handles the exchange of new keys. */
    private void serve(SSLEngineResult.HandshakeStatus status) {
        if (status == SSLEngineResult.HandshakeStatus.NEED_TASK) {
            GatedNode.runTasks(engine);
        } else if (status == SSLEngineResult.HandshakeStatus.NEED_WRAP) {
            channel.outboundPipeline().wakeup();
        }
    }
}
