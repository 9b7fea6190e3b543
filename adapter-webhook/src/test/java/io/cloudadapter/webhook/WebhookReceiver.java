package io.cloudadapter.webhook;

import io.cloudadapter.api.Secret;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.testkit.subject.TestReceiver;
import io.cloudadapter.testkit.wire.FaultProxy;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A receiver behind the fault wire. */
final class WebhookReceiver implements TestReceiver {
  private final HttpReceiver receiver = HttpReceiver.answering(204);

  @Override
  public HookTarget target(FaultProxy wire) {
    Map<String, String> parameters = Map.of(
        "url", wire.secured(receiver.url()).toString(),
        "ca", wire.authority().toString(),
        "allowPrivate", "true");
    return new HookTarget(
        HookTarget.WEBHOOK, parameters, Optional.of(Secret.of("a secret of some length")));
  }

  @Override
  public List<Heard> heard() {
    synchronized (receiver.heard) {
      return receiver.heard.stream()
          .map(one ->
              new Heard(one.body(), Optional.ofNullable(one.headers().getFirst("webhook-id"))))
          .toList();
    }
  }

  @Override
  public void close() {
    receiver.close();
  }
}
