package io.cloudadapter.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.fake.kubernetes.ApiStandIn;
import io.cloudadapter.testkit.subject.TestReceiver;
import io.cloudadapter.testkit.wire.FaultProxy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An API server behind the fault proxy: what arrives there are Secrets. */
final class SecretReceiver implements TestReceiver {
  private final ApiStandIn server;
  private final Path kubeconfig;

  SecretReceiver() {
    try {
      server = ApiStandIn.start();
      kubeconfig = Files.createTempFile("kubeconfig", ".yaml");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public HookTarget target(FaultProxy wire) {
    try {
      Files.writeString(
          kubeconfig,
          ApiStandIn.kubeconfig(
              wire.secured(server.uri()), wire.authority().toString(), ApiStandIn.TOKEN));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new HookTarget(
        NodeChannel.NAME,
        Map.of("namespace", "cloudadapter", "kubeconfig", kubeconfig.toString()),
        Optional.empty());
  }

  @Override
  public List<Heard> heard() {
    return server.requests("POST", "/secrets").stream()
        .map(SecretReceiver::heard)
        .toList();
  }

  private static Heard heard(ApiStandIn.Request request) {
    ObjectNode message = ApiServer.JSON.createObjectNode();
    JsonNode data = request.body().path("data");
    data.fieldNames()
        .forEachRemaining(key -> message.put(
            key,
            new String(
                Base64.getDecoder().decode(data.path(key).asText()), StandardCharsets.UTF_8)));
    return new Heard(
        message.toString(),
        Optional.of(request.body().path("metadata").path("name").asText()));
  }

  @Override
  public void close() {
    server.close();
    try {
      Files.deleteIfExists(kubeconfig);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
