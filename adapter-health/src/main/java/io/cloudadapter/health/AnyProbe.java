package io.cloudadapter.health;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Asks each machine in the way that its pool is configured for. */
final class AnyProbe implements MachineProbe {
  private final MachineProbe http;
  private final MachineProbe hosts;
  private final MachineProbe tcp;
  private final MachineProbe command;

  /**
   * Asks by other probes.
   *
   * @param http asks machines over HTTP
   * @param hosts asks other hosts about them
   */
  AnyProbe(MachineProbe http, MachineProbe hosts, MachineProbe tcp, MachineProbe command) {
    this.http = http;
    this.hosts = hosts;
    this.tcp = tcp;
    this.command = command;
  }

  @Override
  public CompletionStage<ProbeResult> probe(ProbeTarget target) {
    return switch (target.probe().kind()) {
      case HTTP, HTTPS -> (target.probe().host().isPresent() ? hosts : http).probe(target);
      case TCP -> tcp.probe(target);
      case COMMAND -> command.probe(target);
      case NONE -> CompletableFuture.completedFuture(ProbeResult.cannotTell("there is no probe"));
    };
  }
}
