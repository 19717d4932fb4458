package psr.server.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;

import org.h2.store.fs.FileBase;
import org.h2.store.fs.FilePathWrapper;

/** A file system of H2 whose disk can be full. */
public final class FullDisk extends FilePathWrapper {

    static final String SCHEME = "full";

    /** Whether nothing can be written. */
    static volatile boolean full;

    /** Made by H2. */
    public FullDisk() {}

    @Override
    public String getScheme() {
        return SCHEME;
    }

    @Override
    public FileChannel open(String mode) throws IOException {
        return new Channel(super.open(mode));
    }

    private static final class Channel extends FileBase {

        private final FileChannel channel;

        Channel(FileChannel channel) {
            this.channel = channel;
        }

        private static void check() throws IOException {
            if (full) {
                throw new IOException("No space left on device");
            }
        }

        @Override
        public int read(ByteBuffer into) throws IOException {
            return channel.read(into);
        }

        @Override
        public int read(ByteBuffer into, long position) throws IOException {
            return channel.read(into, position);
        }

        @Override
        public int write(ByteBuffer from) throws IOException {
            check();
            return channel.write(from);
        }

        @Override
        public int write(ByteBuffer from, long position) throws IOException {
            check();
            return channel.write(from, position);
        }

        @Override
        public long position() throws IOException {
            return channel.position();
        }

        @Override
        public FileChannel position(long position) throws IOException {
            channel.position(position);
            return this;
        }

        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public FileChannel truncate(long size) throws IOException {
            channel.truncate(size);
            return this;
        }

        @Override
        public void force(boolean metadata) throws IOException {
            channel.force(metadata);
        }

        @Override
        public FileLock tryLock(long position, long size, boolean shared) throws IOException {
            return channel.tryLock(position, size, shared);
        }

        @Override
        protected void implCloseChannel() throws IOException {
            channel.close();
        }
    }
}
