package io.cloudadapter.health;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Asks each machine in the way that its pool is configured for. */
final class AnyProbe implements MachineProbe {
  private final MachineProbe http;
  private final MachineProbe tcp;
  private final MachineProbe command;

  AnyProbe(MachineProbe http, MachineProbe tcp, MachineProbe command) {
    this.http = http;
    this.tcp = tcp;
    this.command = command;
  }

  @Override
  public CompletionStage<ProbeResult> probe(ProbeTarget target) {
    return switch (target.probe().kind()) {
      case HTTP, HTTPS -> http.probe(target);
      case TCP -> tcp.probe(target);
      case COMMAND -> command.probe(target);
      case NONE -> CompletableFuture.completedFuture(ProbeResult.cannotTell("there is no probe"));
    };
  }
}
