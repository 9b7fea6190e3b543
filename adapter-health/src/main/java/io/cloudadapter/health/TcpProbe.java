package io.cloudadapter.health;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.AsynchronousChannelGroup;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.CompletionHandler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Connects over TCP and closes the connection. */
final class TcpProbe implements MachineProbe {
  private final AsynchronousChannelGroup group;

  TcpProbe(AsynchronousChannelGroup group) {
    this.group = group;
  }

  @Override
  public CompletionStage<ProbeResult> probe(ProbeTarget target) {
    CompletableFuture<ProbeResult> result = new CompletableFuture<>();
    AsynchronousSocketChannel channel;
    try {
      channel = AsynchronousSocketChannel.open(group);
    } catch (IOException | RuntimeException e) {
      return CompletableFuture.completedFuture(
          ProbeResult.cannotTell("the prober has no socket: " + e.getMessage()));
    }
    // Closing it ends a connect that is under way.
    var unused = result.whenComplete((done, failed) -> close(channel));
    result.completeOnTimeout(
        ProbeResult.bad("no answer in time"), target.timeout().toMillis(), TimeUnit.MILLISECONDS);
    try {
      channel.connect(
          new InetSocketAddress(target.address(), target.probe().portOrUsual()),
          result,
          new Connected());
    } catch (RuntimeException e) { // An address may be unresolved or unsupported here.
      result.complete(ProbeFailure.of(e));
    }
    return result;
  }

  private static void close(AsynchronousSocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      // It is of no use any more.
    }
  }

  private static final class Connected
      implements CompletionHandler<@Nullable Void, CompletableFuture<ProbeResult>> {
    @Override
    public void completed(@Nullable Void nothing, CompletableFuture<ProbeResult> result) {
      result.complete(ProbeResult.ok("it accepts connections"));
    }

    @Override
    public void failed(Throwable failure, CompletableFuture<ProbeResult> result) {
      result.complete(ProbeFailure.of(failure));
    }
  }
}
