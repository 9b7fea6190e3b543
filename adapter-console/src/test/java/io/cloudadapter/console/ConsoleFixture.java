package io.cloudadapter.console;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.PoolView;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** What tests share that change pools on a simulated cloud, by the pages of one server for all tests of a class. */
abstract class ConsoleFixture extends BrowserFixture {
  static final Duration SOON = Duration.ofSeconds(30);

  ConsoleServer console;

  @BeforeAll
  void startConsole(@TempDir Path tls) throws Exception {
    console = new ConsoleServer(tls);
  }

  @AfterAll
  void stopConsole() {
    if (console != null) {
      leavePages();
      console.close();
    }
  }

  /** Opens a place of the console in a browser that has no session. */
  final void open(String place) {
    browser.open(console.address() + "/console" + place);
  }

  final void settledAt(int size) throws InterruptedException {
    PoolView unused =
        console.web().await(view -> view.settled() && view.size().allocated() == size, SOON);
  }

  final void settle(int size) throws InterruptedException {
    console.web().setDesiredSize(size);
    settledAt(size);
  }

  final Machine machine(String id) {
    return console.web().view().machines().stream()
        .filter(each -> each.id().value().equals(id))
        .findFirst()
        .orElseThrow();
  }
}
