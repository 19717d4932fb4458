package psr.cluster.hazelcast;

import java.io.EOFException;
import java.nio.ByteBuffer;

import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;

import com.hazelcast.internal.networking.HandlerStatus;
import com.hazelcast.internal.networking.OutboundHandler;
import com.hazelcast.internal.nio.IOUtil;

/** Encrypts the output of the previous handler for the socket. */
final class TlsWriter extends OutboundHandler<ByteBuffer, ByteBuffer> {

    /** Maximum number of records that are written to the socket together. */
    private static final int RECORDS = 4;

    private final SSLEngine engine;

    TlsWriter(SSLEngine engine) {
        this.engine = engine;
    }

    @Override
    public void handlerAdded() {
        initDstBuffer(RECORDS * engine.getSession().getPacketBufferSize());
    }

    @Override
    public HandlerStatus onWrite() throws Exception {
        IOUtil.compactOrClear(dst);
        try {
            while (src.hasRemaining() || engine.getHandshakeStatus() == SSLEngineResult.HandshakeStatus.NEED_WRAP) {
                SSLEngineResult result = engine.wrap(src, dst);
                switch (result.getStatus()) {
                    case BUFFER_OVERFLOW -> {
                        return HandlerStatus.DIRTY;
                    }
                    case CLOSED -> throw new EOFException("the other side has closed the connection");
                    default -> {
                        if (result.getHandshakeStatus() == SSLEngineResult.HandshakeStatus.NEED_TASK) {
                            GatedNode.runTasks(engine);
                        }
                    }
                }
            }
            return HandlerStatus.CLEAN;
        } finally {
            dst.flip();
        }
    }
}
