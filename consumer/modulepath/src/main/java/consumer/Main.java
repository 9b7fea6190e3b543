package consumer;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** The program of the README: a pool of three machines on the simulated cloud. */
public final class Main {
  private Main() {}

  /** Brings the pool to its size and prints its machines. */
  public static void main(String[] args) throws Exception {
    Path data = Files.createTempDirectory("consumer");
    try (CloudAdapter adapter =
        CloudAdapter.builder()
            .dataDirectory(data)
            .account(new AccountConfig("demo", "simulated", Map.of()))
            .pool(PoolConfig.named("web", "demo", 20).build())
            .open()) {
      MachinePool web = adapter.defaultPool();
      web.setDesiredSize(3);
      PoolView view = web.await(PoolView::settled, Duration.ofMinutes(1));
      view.machines().forEach(machine -> System.out.println(machine.id() + " " + machine.privateIps()));
      if (view.machines().size() != 3) {
        throw new IllegalStateException("wanted 3 machines, got " + view.machines());
      }
    }
  }
}
