package io.cloudadapter.server.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionRequest;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.server.AdapterServer;
import io.cloudadapter.server.HashedTokens;
import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.Role;
import io.cloudadapter.server.options.TlsConfig;
import io.kubernetes.client.informer.ResourceEventHandler;
import io.kubernetes.client.informer.SharedIndexInformer;
import io.kubernetes.client.informer.SharedInformerFactory;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.credentials.AccessTokenAuthentication;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesApi;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The informer of the official Java client follows actions, also when the server was away. */
@Timeout(300)
class KubeInformerTest {
  private static final String TOKEN = "token-for-operating-1";

  @TempDir
  private Path directory;

  private final BlockingQueue<String> seen = new LinkedBlockingQueue<>();
  private CloudAdapter pools;
  private MachinePool web;
  private AdapterServer server;

  @BeforeEach
  void start() throws IOException {
    pools = CloudAdapter.builder()
        .dataDirectory(directory.resolve("data"))
        .account(new AccountConfig("demo", "simulated", Map.of()))
        .pool(PoolConfig.named("web", "demo", 20)
            .listInterval(Duration.ofMillis(200), Duration.ofSeconds(1))
            .launchesPerHour(10_000)
            .terminationsPerHour(10_000)
            .missingListsUntilGone(3)
            .massDisappearanceShare(0.1)
            .build())
        .open();
    web = pools.defaultPool();
    web.setDesiredSize(1);
    serve(0);
  }

  private void serve(int port) throws IOException {
    server = AdapterServer.builder(pools)
        .address("127.0.0.1", port)
        .tls(TlsConfig.selfSigned(directory.resolve("tls")))
        .tokens(List.of(BearerToken.sha256("ops", Role.OPERATE, HashedTokens.sha256(TOKEN))))
        .start();
  }

  @AfterEach
  void stop() {
    server.close();
    pools.close();
  }

  private MachineId machine() throws InterruptedException {
    return web
        .await(view -> view.settled() && view.desiredSize() == 1, Duration.ofMinutes(2))
        .machines()
        .stream()
        .filter(Machine::allocated)
        .findFirst()
        .orElseThrow()
        .id();
  }

  private String awaits(UUID uid, String phase) throws InterruptedException {
    String shown = "";
    while (!shown.equals(phase + " " + uid)) {
      shown = seen.poll(60, TimeUnit.SECONDS);
      assertThat(shown).as("told within a minute: %s %s", phase, uid).isNotNull();
    }
    return shown;
  }

  @Test
  void followsActionsFromTheFirstListOnAndGoesOnAfterARestartOfTheServer() throws Exception {
    MachineId machine = machine();
    UUID before = web.submit(ActionRequest.of(machine, new Action.Reboot(Action.Mode.SOFT)));
    Teller handler = new Teller();
    ApiClient client = new ClientBuilder()
        .setBasePath(server.uri().toString())
        .setCertificateAuthority(
            Files.readAllBytes(server.selfSignedCertificate().orElseThrow()))
        .setAuthentication(new AccessTokenAuthentication(TOKEN))
        .build();
    SharedInformerFactory factory = new SharedInformerFactory(client);
    DynamicKubernetesApi actions = new DynamicKubernetesApi("", "v1", "actions", client);
    SharedIndexInformer<DynamicKubernetesObject> informer =
        factory.sharedIndexInformerFor(actions, DynamicKubernetesObject.class, 0, "web");
    informer.addEventHandler(handler);
    factory.startAllRegisteredInformers();
    try {
      awaits(before, "SUCCEEDED");
      UUID meanwhile = web.submit(ActionRequest.of(machine, new Action.Reboot(Action.Mode.HARD)));
      awaits(meanwhile, "SUCCEEDED");

      int port = server.uri().getPort();
      server.close();
      UUID away = web.submit(ActionRequest.of(machine, new Action.Reboot(Action.Mode.HARD)));
      serve(port);
      awaits(away, "SUCCEEDED");
      assertThat(informer.getIndexer().list()).hasSize(3);
    } finally {
      factory.stopAllRegisteredInformers();
    }
  }

  private final class Teller implements ResourceEventHandler<DynamicKubernetesObject> {
    @Override
    public void onAdd(DynamicKubernetesObject action) {
      String phase = action.getRaw().getAsJsonObject("status").get("phase").getAsString();
      seen.add(phase + " " + action.getMetadata().getUid());
    }

    @Override
    public void onUpdate(DynamicKubernetesObject old, DynamicKubernetesObject action) {
      onAdd(action);
    }

    @Override
    public void onDelete(DynamicKubernetesObject action, boolean unknown) {}
  }
}
