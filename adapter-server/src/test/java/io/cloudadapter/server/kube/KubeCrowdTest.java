package io.cloudadapter.server.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.action.ActionChange;
import io.cloudadapter.api.action.ActionPhase;
import io.cloudadapter.server.TestServer;
import io.cloudadapter.server.options.ServerLimits;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A thousand who watch: none of them holds a thread. */
@Timeout(300)
class KubeCrowdTest {
  private static final int WATCHERS = 1000;
  private static final int CHANGES = 20;

  @Test
  void aThousandHearOfEachChangeOnAsManyThreadsAsOne() throws IOException {
    try (TestServer server =
        new TestServer(builder -> builder.limits(ServerLimits.defaults().withConnections(1400)))) {
      List<Socket> sockets = new ArrayList<>();
      List<BufferedReader> readers = new ArrayList<>();
      int threadsBefore = Thread.activeCount();
      for (int i = 0; i < WATCHERS; i++) {
        Socket socket = new Socket("127.0.0.1", server.uri("/").getPort());
        sockets.add(socket);
        OutputStream out = socket.getOutputStream();
        out.write(
            ("GET /api/v1/actions?watch=true&resourceVersion=17 HTTP/1.1\r\nHost: localhost\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        BufferedReader reader = new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        assertThat(reader.readLine()).isEqualTo("HTTP/1.1 200 OK");
        while (!reader.readLine().isEmpty()) {}
        readers.add(reader);
      }
      int threads = Thread.activeCount() - threadsBefore;

      for (int i = 1; i <= CHANGES; i++) {
        server.pools.web.change(new ActionChange(
            ActionChange.Kind.MODIFIED,
            17 + i,
            KubeWatchTest.at(17 + i, ActionPhase.RUNNING),
            Optional.of(KubeWatchTest.at(16 + i, ActionPhase.RUNNING))));
      }
      for (BufferedReader reader : readers) {
        int heard = 0;
        while (heard < CHANGES) {
          heard += reader.readLine().startsWith("{\"type\":\"MODIFIED\"") ? 1 : 0;
        }
      }
      assertThat(threads).isLessThan(40);
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }
}
