package io.cloudadapter.api;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs a waiting call of a pool on a thread of its own, for pools that cannot do without one. */
final class BackgroundCall {
  private BackgroundCall() {}

  /** A call that may wait, and be interrupted. */
  interface WaitingCall<T> {
    T on(MachinePool pool) throws InterruptedException;
  }

  static <T> CompletionStage<T> start(AsyncOperations pool, WaitingCall<T> call) {
    CompletableFuture<T> result = new CompletableFuture<>();
    begin(pool, result, called -> result.complete(call.on(called)));
    return result;
  }

  static CompletionStage<@Nullable Void> run(AsyncOperations pool, Consumer<MachinePool> call) {
    CompletableFuture<@Nullable Void> result = new CompletableFuture<>();
    begin(pool, result, called -> {
      call.accept(called);
      return result.complete(null);
    });
    return result;
  }

  private static void begin(
      AsyncOperations pool, CompletableFuture<?> result, WaitingCall<Boolean> call) {
    MachinePool called = (MachinePool) pool;
    BackgroundThread.start("adapter-async-" + called.name(), () -> {
      try {
        call.on(called);
      } catch (Throwable e) {
        result.completeExceptionally(e);
      }
    });
  }
}
