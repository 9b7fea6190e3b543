package io.cloudadapter.core.runtime;

import io.cloudadapter.core.keeper.Keeper;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;

/** Keeps the questions to a keeper that wait for the end of its present step. Any thread may add one. */
final class KeeperQuestions {
  /** A question to the keeper, asked between two steps. */
  private record Question<T>(Function<Keeper, T> ask, CompletableFuture<T> answer) {
    void put(Keeper keeper) {
      try {
        answer.complete(ask.apply(keeper));
      } catch (RuntimeException e) {
        // The caller gets any exception.
        answer.completeExceptionally(e);
      }
    }
  }

  private final ConcurrentLinkedQueue<Question<?>> waiting = new ConcurrentLinkedQueue<>();

  <T> CompletableFuture<T> add(Function<Keeper, T> question) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    waiting.add(new Question<>(question, answer));
    return answer;
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** Puts all questions to the keeper, between two of its steps. */
  void answer(Keeper keeper) {
    for (Question<?> question = waiting.poll(); question != null; question = waiting.poll()) {
      question.put(keeper);
    }
  }

  void refuse(Throwable why) {
    for (Question<?> question = waiting.poll(); question != null; question = waiting.poll()) {
      question.answer().completeExceptionally(why);
    }
  }
}
