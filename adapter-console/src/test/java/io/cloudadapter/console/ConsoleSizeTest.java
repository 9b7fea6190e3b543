package io.cloudadapter.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.Metric;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolStatus;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.Pools;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.server.AdapterServer;
import io.cloudadapter.server.options.TlsConfig;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.By;

/** A hundred pools with ten thousand machines, and one pool with ten thousand, stay fluid. */
@Timeout(120)
@ExtendWith(BrowserExtension.class)
class ConsoleSizeTest {
  private static final int POOLS = 100;
  private static final int MACHINES = 100;
  private static final Instant LAUNCHED = Instant.parse("2026-03-01T12:00:00Z");

  private static final StillPools POOLS_OF_TEST = new StillPools();
  private static ChromiumBrowser browser;
  private static AdapterServer server;

  @BeforeAll
  static void start(ChromiumBrowser shared) throws Exception {
    browser = shared;
    server = AdapterServer.builder(POOLS_OF_TEST).tls(TlsConfig.off()).start();
    browser.open(server.uri() + "/console");
    browser.clickButton("Continue without a credential");
    browser.awaitText("Sign out");
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      browser.driver.get("about:blank");
      server.stop();
    }
  }

  /** Pools that change only when a test changes them. */
  private static final class StillPools implements Pools {
    private final List<StillPool> all = new ArrayList<>();

    StillPools() {
      for (int i = 0; i < POOLS; i++) {
        all.add(new StillPool("pool-%03d".formatted(i), MACHINES));
      }
      all.add(new StillPool("vast", POOLS * MACHINES));
    }

    StillPool named(String name) {
      return all.stream()
          .filter(pool -> pool.name.value().equals(name))
          .findFirst()
          .orElseThrow();
    }

    @Override
    public List<MachinePool> all() {
      return all.stream().map(pool -> pool.pool).toList();
    }

    @Override
    public MachinePool defaultPool() {
      return all().get(0);
    }

    @Override
    public Optional<MachinePool> find(String name) {
      return all().stream().filter(pool -> pool.name().value().equals(name)).findFirst();
    }

    @Override
    public List<Metric> metrics() {
      return List.of();
    }

    @Override
    public Optional<String> unready() {
      return Optional.empty();
    }
  }

  /** A pool that is a view, and has none of the features that a pool may lack. */
  private static final class StillPool {
    private final PoolName name;
    private final MachinePool pool;
    private volatile PoolView view;

    StillPool(String name, int size) {
      this.name = new PoolName(name);
      List<Machine> machines = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        machines.add(new Machine(
            new MachineId("i-%s-%05d".formatted(name, i)),
            MachineState.RUNNING,
            ServiceState.IN_SERVICE,
            Optional.of(LAUNCHED.plusSeconds(i)),
            List.of(),
            List.of("10.0.%d.%d".formatted(i / 250, i % 250)),
            Optional.of("zone-" + "abc".charAt(i % 3)),
            Optional.of("small"),
            false,
            Map.of()));
      }
      view = view(1, size, machines);
      InvocationHandler handler = (proxy, method, arguments) -> switch (method.getName()) {
        case "name" -> this.name;
        case "view" -> view;
        default -> {
          if (method.isDefault()) {
            yield InvocationHandler.invokeDefault(proxy, method, arguments);
          }
          throw new PoolException(PoolException.Reason.UNSUPPORTED, "this pool is still", "");
        }
      };
      pool = (MachinePool) Proxy.newProxyInstance(
          MachinePool.class.getClassLoader(), new Class<?>[] {MachinePool.class}, handler);
    }

    private PoolView view(long revision, int desired, List<Machine> machines) {
      return new PoolView(
          name, LAUNCHED, revision, desired, PoolStatus.ACTIVE, machines, List.of());
    }

    void wants(int desired) {
      view = view(view.revision() + 1, desired, view.machines());
    }
  }

  private static long millis(Runnable work) {
    long begun = System.nanoTime();
    work.run();
    return (System.nanoTime() - begun) / 1_000_000;
  }

  @Test
  void aHundredPoolsShowAndFollowAChangeWithinSeconds() {
    browser.driver.get("about:blank");
    long first = millis(() -> {
      browser.driver.get(server.uri() + "/console");
      browser.seen(ChromiumBrowser.link("pool-099"));
    });
    assertThat(browser.text()).contains("Pools: 101. Machines in service: 20,000.");

    long change = millis(() -> {
      POOLS_OF_TEST.named("pool-050").wants(7);
      browser.await(
          "shows the new size",
          () -> browser
              .driver
              .findElement(By.xpath("//tr[th/a='pool-050']/td[@data-column='Desired']"))
              .getText()
              .equals("7"));
    });
    long search = millis(() -> {
      browser.seen(By.cssSelector("input[type=search]")).sendKeys("pool-07");
      browser.await("finds ten", () -> rows() == 10);
    });
    System.out.printf(
        "100 pools: shown after %d ms, a change after %d ms, a search after %d ms%n",
        first, change, search);
    assertThat(List.of(first, change, search)).allMatch(time -> time < 15_000);
  }

  @Test
  void aPoolOfTenThousandMachinesShowsAHundredAtATimeAndFindsEach() {
    browser.run("location.hash = '#/'");
    browser.awaitText("Pools: 101.");
    long first = millis(() -> {
      browser.run("location.hash = '#/pools/vast/machines'");
      browser.awaitText("1 to 100 of 10,000");
    });
    assertThat(rows()).isEqualTo(100 + 3);
    assertThat(browser.text()).contains("3,334", "3,333");

    long page = millis(() -> {
      browser.clickButton("Later rows");
      browser.awaitText("101 to 200 of 10,000");
    });
    long search = millis(() -> {
      browser.seen(By.cssSelector("input[type=search]")).sendKeys("vast-09999");
      browser.await("finds one", () -> rows() == 1 + 3);
    });
    System.out.printf(
        "10,000 machines: shown after %d ms, the next page after %d ms, a search after %d ms%n",
        first, page, search);
    assertThat(List.of(first, page, search)).allMatch(time -> time < 15_000);
  }

  private static int rows() {
    return browser.driver.findElements(By.cssSelector("tbody tr")).size();
  }
}
