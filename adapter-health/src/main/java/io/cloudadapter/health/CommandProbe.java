package io.cloudadapter.health;

import com.google.common.net.InetAddresses;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Runs a command of the operator's for each probe, a few at once. Exit code 0 is well, 3 means that the command cannot
 * tell, any other is not well. The command gets the machine's address as its last argument, and the names of pool and
 * machine as {@code ADAPTER_POOL} and {@code ADAPTER_MACHINE}. Its output is dropped.
 */
final class CommandProbe implements MachineProbe, AutoCloseable {
  private static final int AT_ONCE = 32;
  private static final int CANNOT_TELL = 3;
  private static final ProbeResult ENDS = ProbeResult.cannotTell("the prober ends");

  private final ProbeCommands commands;
  private final Executor threads;
  private final ReentrantLock lock = new ReentrantLock();
  private final Queue<Waiting> waiting = new ArrayDeque<>();
  private final Set<Waiting> running = Collections.newSetFromMap(new IdentityHashMap<>());
  private boolean closed;

  private record Waiting(
      ProbeTarget target, List<String> command, CompletableFuture<ProbeResult> result) {}

  /**
   * Runs commands.
   *
   * @param threads start processes, which may take a moment
   */
  CommandProbe(ProbeCommands commands, Executor threads) {
    this.commands = commands;
    this.threads = threads;
  }

  @Override
  public CompletionStage<ProbeResult> probe(ProbeTarget target) {
    String name = target.probe().command().orElse("");
    Optional<List<String>> command = commands.find(name);
    if (command.isEmpty()) {
      return CompletableFuture.completedFuture(
          ProbeResult.cannotTell("the server's files have no command " + name));
    }
    Waiting one = new Waiting(target, command.get(), new CompletableFuture<>());
    lock.lock();
    try {
      if (closed) {
        return CompletableFuture.completedFuture(ENDS);
      }
      waiting.add(one);
    } finally {
      lock.unlock();
    }
    startSome();
    return one.result();
  }

  private void startSome() {
    Optional<Waiting> next = next();
    while (next.isPresent()) {
      Waiting one = next.get();
      var unused = one.result().whenComplete((done, failed) -> ended(one));
      try {
        threads.execute(() -> start(one));
      } catch (RuntimeException closing) { // The threads take no more work.
        one.result().complete(ENDS);
      }
      next = next();
    }
  }

  private Optional<Waiting> next() {
    lock.lock();
    try {
      if (closed || running.size() >= AT_ONCE || waiting.isEmpty()) {
        return Optional.empty();
      }
      Waiting one = waiting.remove();
      running.add(one);
      return Optional.of(one);
    } finally {
      lock.unlock();
    }
  }

  private void ended(Waiting one) {
    lock.lock();
    try {
      running.remove(one);
    } finally {
      lock.unlock();
    }
    startSome();
  }

  private static void start(Waiting one) {
    List<String> line = new ArrayList<>(one.command());
    line.add(InetAddresses.toAddrString(one.target().address()));
    ProcessBuilder builder = new ProcessBuilder(line)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put("ADAPTER_POOL", one.target().pool().value());
    builder.environment().put("ADAPTER_MACHINE", one.target().machine().value());
    Process process;
    try {
      process = builder.start();
      process.getOutputStream().close();
    } catch (IOException e) {
      one.result().complete(ProbeResult.cannotTell("the command cannot be run"));
      return;
    }
    var unusedEnd = one.result().whenComplete((done, failed) -> {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    });
    one.result()
        .completeOnTimeout(
            ProbeResult.bad("the command did not end in time"),
            one.target().timeout().toMillis(),
            TimeUnit.MILLISECONDS);
    var unusedExit =
        process.onExit().thenAccept(ended -> one.result().complete(result(ended.exitValue())));
  }

  /** Ends the commands that run, and answers the probes that wait for their turn. */
  @Override
  public void close() {
    List<Waiting> left = new ArrayList<>();
    lock.lock();
    try {
      closed = true;
      left.addAll(waiting);
      left.addAll(running);
      waiting.clear();
    } finally {
      lock.unlock();
    }
    left.forEach(one -> one.result().complete(ENDS));
  }

  private static ProbeResult result(int code) {
    String reason = "the command's exit code is " + code;
    return code == 0
        ? ProbeResult.ok(reason)
        : code == CANNOT_TELL ? ProbeResult.cannotTell(reason) : ProbeResult.bad(reason);
  }
}
