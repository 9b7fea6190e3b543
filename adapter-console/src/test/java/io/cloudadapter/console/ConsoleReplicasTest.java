package io.cloudadapter.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.ReplicaRole;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.Replica;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.store.quorum.ClusterAddress;
import io.cloudadapter.server.AdapterServer;
import io.cloudadapter.server.options.TlsConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WindowType;

/** Two windows at two replicas, each signed in at its own, while the leader changes. */
@Timeout(240)
@ExtendWith(BrowserExtension.class)
class ConsoleReplicasTest {
  private static final Duration LEASE = Duration.ofSeconds(4);

  @TempDir
  private Path directory;

  private ChromiumBrowser browser;
  private EtcdProcess etcd;
  private ConsoleServer.InMemory provider;
  private Member first;
  private Member second;
  private String firstWindow;
  private String secondWindow;

  /** A replica with its server, and the port where that is found again. */
  private final class Member implements AutoCloseable {
    private final Path data;
    private final String name;
    private Replica replica;
    private AdapterServer server;

    Member(String name) throws IOException {
      this.name = name;
      this.data = Files.createDirectories(directory.resolve(name));
      Files.write(data.resolve("ledger.key"), new byte[32]);
      open(0);
    }

    private void open(int port) throws IOException {
      replica = CloudAdapter.builder()
          .provider(provider)
          .dataDirectory(data)
          .account(new AccountConfig("demo", "in-memory", Map.of()))
          .pool(ConsoleServer.pool("web", Map.of()))
          .openReplica(ClusterAddress.parse(etcd.store()), name, LEASE);
      server = AdapterServer.builder(replica)
          .tls(TlsConfig.selfSigned(data))
          .tokens(ConsoleServer.tokens())
          .address("127.0.0.1", port)
          .start();
      replica.advertise(server.uri().toString());
    }

    void restart() throws IOException {
      open(server.uri().getPort());
    }

    boolean leads() {
      return replica.replica().map(ReplicaRole::leads).orElse(false);
    }

    MachinePool web() {
      return replica.find("web").orElseThrow();
    }

    void becomesLeader() {
      browser.await(name + " leads", this::leads);
    }

    void showsFor(int size) {
      browser.await(name + " has settled at " + size, () -> {
        try {
          PoolView view = web().view();
          return view.settled() && view.inService() == size;
        } catch (PoolException e) {
          return false;
        }
      });
    }

    @Override
    public void close() {
      server.stop();
      replica.close();
    }
  }

  @BeforeEach
  void start(ChromiumBrowser shared) throws Exception {
    browser = shared;
    etcd = new EtcdProcess(directory);
    provider = new ConsoleServer.InMemory(ConsoleServer.cloud());
    first = new Member("one");
    first.becomesLeader();
    second = new Member("two");
    first.web().setDesiredSize(2);
    first.showsFor(2);
    second.showsFor(2);
    firstWindow = browser.driver.getWindowHandle();
    open(first);
    browser.driver.switchTo().newWindow(WindowType.WINDOW);
    secondWindow = browser.driver.getWindowHandle();
    open(second);
  }

  @AfterEach
  void stop() {
    if (secondWindow != null) {
      browser.driver.switchTo().window(secondWindow).close();
      browser.driver.switchTo().window(firstWindow);
      browser.driver.get("about:blank");
    }
    for (AutoCloseable each : java.util.Arrays.asList(first, second, etcd)) {
      if (each != null) {
        try {
          each.close();
        } catch (Exception e) {
          throw new IllegalStateException(e);
        }
      }
    }
  }

  private void open(Member member) {
    browser.driver.get(member.server.uri() + "/console#/pools/web/machines");
    browser.signIn(ConsoleServer.ADMIN);
    shows("2");
  }

  private void in(String window) {
    browser.driver.switchTo().window(window);
  }

  private void shows(String inService) {
    browser.await(
        "shows " + inService + " machines in service",
        () -> browser
            .driver
            .findElement(By.cssSelector("[data-number='inService']"))
            .getText()
            .equals(inService));
  }

  private void resizeTo(String size) {
    browser.clickButton("Resize…");
    // A field that is cleared first may get its former value back, by a change of the pool.
    browser.seen(By.name("size")).sendKeys(Keys.chord(Keys.CONTROL, "a"), size);
    browser.clickButton("Show what follows");
    browser.clickButton("Set the desired size to " + size);
  }

  /** A server that is gone cannot be reached, and one that follows refuses a change; nothing else is wrong. */
  private void nothingElseIsComplainedAbout() {
    assertThat(browser.complaints())
        .allMatch(each -> List.of(
                "ERR_CONNECTION_REFUSED",
                "ERR_EMPTY_RESPONSE",
                "ERR_INCOMPLETE_CHUNKED_ENCODING",
                "ERR_HTTP2",
                "ERR_CONNECTION_CLOSED",
                "ERR_CONNECTION_RESET",
                "503")
            .stream()
            .anyMatch(each::contains));
  }

  @Test
  void bothWindowsFollowThePoolWhileTheLeaderChangesAndComesBack() throws Exception {
    in(firstWindow);
    resizeTo("3");
    browser.awaitText("Desired size 3: done.");
    shows("3");
    in(secondWindow);
    shows("3");

    resizeTo("4");
    browser.seen(By.cssSelector("dialog [role=alert]"));
    assertThat(browser.text()).contains(first.server.uri().toString());
    browser.clickButton("Cancel");
    assertThat(first.web().view().desiredSize()).isEqualTo(3);

    first.close();
    in(firstWindow);
    browser.awaitText("Not connected: what you see may be old");
    second.becomesLeader();
    in(secondWindow);
    browser.awaitText("● Live");
    resizeTo("4");
    browser.awaitText("Desired size 4: done.");
    shows("4");

    first.restart();
    in(firstWindow);
    browser.awaitText("Sign in with the token");
    browser.signIn(ConsoleServer.ADMIN);
    shows("4");
    assertThat(String.valueOf(browser.run("return location.hash")))
        .isEqualTo("#/pools/web/machines");
    assertThat(first.leads()).isFalse();
    nothingElseIsComplainedAbout();
  }
}
