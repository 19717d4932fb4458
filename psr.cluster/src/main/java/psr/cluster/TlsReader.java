package psr.cluster;

import java.io.EOFException;
import java.nio.ByteBuffer;

import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;

import com.hazelcast.internal.networking.HandlerStatus;
import com.hazelcast.internal.networking.InboundHandler;
import com.hazelcast.internal.nio.IOUtil;

/**
 * Decrypts what comes from a socket, for the handler behind it. That one's buffer may be smaller than a record, three bytes in the
 * beginning: what does not fit waits here.
 */
final class TlsReader extends InboundHandler<ByteBuffer, ByteBuffer> {

    private final SSLEngine engine;
    /** In reading mode. */
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

    /** One record; false if there is no whole one. */
    private boolean decrypt() throws Exception {
        plain.clear();
        try {
            SSLEngineResult result = engine.unwrap(src, plain);
            switch (result.getStatus()) {
                case BUFFER_UNDERFLOW -> {
                    return false;
                }
                case CLOSED -> throw new EOFException("the other side has closed the connection");
                case BUFFER_OVERFLOW -> throw new SSLException("a record holds more than a record may");
                default -> {
                    serve(result.getHandshakeStatus());
                    return result.bytesConsumed() > 0;
                }
            }
        } finally {
            plain.flip();
        }
    }

    /** New keys are agreed on now and then. */
    private void serve(SSLEngineResult.HandshakeStatus status) {
        if (status == SSLEngineResult.HandshakeStatus.NEED_TASK) {
            Tls.runTasks(engine);
        } else if (status == SSLEngineResult.HandshakeStatus.NEED_WRAP) {
            channel.outboundPipeline().wakeup();
        }
    }
}
