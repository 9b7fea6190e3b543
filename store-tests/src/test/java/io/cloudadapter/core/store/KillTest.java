package io.cloudadapter.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.core.exception.StoreInUseException;
import io.cloudadapter.core.store.embedded.EmbeddedStore;
import io.cloudadapter.spi.DurableFile;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that is killed under load, and the one after it. */
class KillTest {
  private static final int CALLERS = 8;

  @TempDir
  Path directory;

  @Test
  void whatAKilledProcessAcknowledgedIsThereForTheNextOne() throws Exception {
    TreeMap<String, Long> acknowledged = new TreeMap<>();
    for (int round = 0; round < 2; round++) {
      runAndKill(400 + 700 * round, acknowledged);
      try (EmbeddedStore store = EmbeddedStore.open(directory, new Random(1))) {
        assertThat(acknowledged).hasSize(CALLERS);
        acknowledged.forEach((key, count) -> {
          String text = store.get(key).orElseThrow().text();
          assertThat(Long.parseLong(text)).isBetween(count, count + 1);
          assertThat(store.get("copy/" + key).orElseThrow().text()).isEqualTo(text);
        });
      }
    }
  }

  /** Reads acknowledgements until there are enough, and kills in the midst of more. */
  private void runAndKill(int enough, TreeMap<String, Long> acknowledged) throws Exception {
    Process process = start();
    try (BufferedReader lines = new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String line = lines.readLine();
      for (int heard = 0; line != null; line = lines.readLine()) {
        String[] words = line.split(" ");
        assertThat(words).as("what the child said: %s", line).hasSize(3);
        acknowledged.put(words[1], Long.parseLong(words[2]));
        if (++heard == enough / 2) {
          assertThatThrownBy(() -> EmbeddedStore.open(directory, new Random(1)))
              .isInstanceOf(StoreInUseException.class);
        }
        if (heard == enough) {
          process.toHandle().destroyForcibly(); // the process itself would close what it said
        }
      }
    }
    assertThat(process.waitFor()).isNotZero();
  }

  private Process start() throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", classPath(), Load.class.getName(), directory.toString()));
    return new ProcessBuilder(command)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private static String classPath() throws IOException {
    List<String> places = new ArrayList<>();
    for (Class<?> type :
        List.of(EmbeddedStore.class, DurableFile.class, KillTest.class, org.slf4j.Logger.class)) {
      String name = "/" + type.getName().replace('.', '/') + ".class";
      String url = type.getResource(name).toString();
      String place = url.substring(0, url.length() - name.length());
      places.add(
          new File(place.replaceFirst("^jar:", "").replaceFirst("^file:", "").replace("!", ""))
              .getPath());
    }
    return String.join(File.pathSeparator, places);
  }

  /** The child: callers that count upwards and say so once it is durable. */
  static final class Load {
    public static void main(String[] args) {
      EmbeddedStore store = EmbeddedStore.open(Path.of(args[0]), new Random());
      for (int i = 0; i < CALLERS; i++) {
        String key = "caller-" + i;
        new Thread(() -> count(store, key)).start();
      }
    }

    private static void count(EmbeddedStore store, String key) {
      long n = store.get(key).map(value -> Long.parseLong(value.text())).orElse(0L);
      while (true) {
        n++;
        Transaction both =
            Transaction.builder().put(key, "" + n).put("copy/" + key, "" + n).build();
        if (!store.commit(both).committed()) {
          throw new IllegalStateException("a healthy store did not commit");
        }
        synchronized (Load.class) {
          System.out.println("ack " + key + " " + n);
        }
      }
    }
  }
}
