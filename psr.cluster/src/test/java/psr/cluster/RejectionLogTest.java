package psr.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

class RejectionLogTest {

    @Test
    void logsAMachineOnceAndAgainAfterHalfAnHour() throws Exception {
        List<String> said = new ArrayList<>();
        AtomicLong now = new AtomicLong(5);
        RejectionLog away = new RejectionLog(said::add, now::get);
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
            away.away(socket, new IOException("it whispered"));
            away.away(socket, new IOException("it shouted"));
            assertEquals(List.of("rejected a connection from " + server.getInetAddress().getHostName() + ": it whispered"), said);
            now.addAndGet(TimeUnit.MINUTES.toNanos(31));
            away.away(socket, new IOException("it shouted"));
            assertEquals(2, said.size());
        }
    }
}
