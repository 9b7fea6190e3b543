package io.cloudadapter.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.cli.DemoConfig;
import io.cloudadapter.cli.server.RunningServer;
import io.cloudadapter.client.RemotePools;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Does what the page on the HTTP cloudprovider API says, with the configuration that stands there. */
class KubernetesPageTest {
  private static final Path PAGE = Path.of("../docs/how-to/kubernetes.md");
  private static final String PLAIN = "http://127.0.0.1:8080";
  private static final Pattern WORD = Pattern.compile("(?:'[^']*'|\\$NODE|[^\\s'$]+)+");

  @TempDir
  private Path directory;

  @Test
  void whatThePageShowsIsWhatItsCommandsPrint() throws Exception {
    String page = Files.readString(PAGE);
    Matcher yaml = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL).matcher(page);
    assertThat(yaml.find()).isTrue();
    Path config =
        Files.writeString(directory.resolve("page.yaml"), yaml.group(1).replace("8080", "0"));

    try (RunningServer serving = RunningServer.start(DemoConfig.config(
        "--config",
        config.toString(),
        "--port",
        "0",
        "--data",
        directory.resolve("data").toString()))) {
      MachinePool pool = RemotePools.at(serving.server().uri())
          .trust(serving.server().selfSignedCertificate().orElseThrow())
          .build()
          .defaultPool();
      PoolView one =
          pool.await(view -> view.settled() && view.machines().size() == 1, Duration.ofMinutes(2));
      String node = one.machines().get(0).id().value();
      URI plain = serving.server().plainCloudprovider().orElseThrow();
      TourPage shown = TourPage.read(PAGE);
      assertThat(shown.steps()).hasSize(6);
      for (TourPage.Step step : shown.steps()) {
        List<String> printed = new ArrayList<>();
        for (String command : step.commands()) {
          printed.add(curl(command.replace("$NODE", node), plain));
        }
        List<String> lines = TourPage.plain(printed);
        assertThat(TourPage.asOnPage(lines, step.printed()))
            .as("line %d", step.line())
            .isEqualTo(step.printed());
      }
    }
  }

  /** What such a command prints; the path goes out as it stands there. */
  private static String curl(String command, URI plain) throws IOException {
    String method = "GET";
    String body = "";
    String headers = "";
    String path = "";
    List<String> words = words(command);
    for (int i = 1; i < words.size(); i++) {
      switch (words.get(i)) {
        case "-sS", "-g" -> {}
        case "-X" -> method = words.get(++i);
        case "-H" -> headers += words.get(++i) + "\r\n";
        case "-d" -> {
          body = words.get(++i);
          method = "POST";
        }
        default -> {
          assertThat(words.get(i)).startsWith(PLAIN);
          path = words.get(i).substring(PLAIN.length());
        }
      }
    }
    int length = body.getBytes(StandardCharsets.UTF_8).length;
    String request = method + " " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        + headers + (length > 0 ? "Content-Length: " + length + "\r\n" : "") + "\r\n" + body;
    try (Socket socket = new Socket(plain.getHost(), plain.getPort())) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      ByteArrayOutputStream reply = new ByteArrayOutputStream();
      socket.getInputStream().transferTo(reply);
      String text = reply.toString(StandardCharsets.UTF_8);
      return text.substring(text.indexOf("\r\n\r\n") + 4);
    }
  }

  /** The words of a command; what stands in single quotes is one, or part of one. */
  private static List<String> words(String command) {
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(command);
    while (word.find()) {
      words.add(word.group().replace("'", ""));
    }
    return words;
  }
}
