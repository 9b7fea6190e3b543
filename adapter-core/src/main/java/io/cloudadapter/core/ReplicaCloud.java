package io.cloudadapter.core;

import io.cloudadapter.api.cloud.Cloud;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.MachineProvider;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/** An account of a replica: the leader calls its cloud; a follower refuses and names the leader. */
final class ReplicaCloud implements Cloud {
  private final String account;
  private final String provider;
  private final MachineProvider closed;
  private final Function<String, Optional<Cloud>> leading;
  private final Replica replica;

  ReplicaCloud(
      String account,
      String provider,
      MachineProvider closed,
      Function<String, Optional<Cloud>> leading,
      Replica replica) {
    this.account = account;
    this.provider = provider;
    this.closed = closed;
    this.leading = leading;
    this.replica = replica;
  }

  @Override
  public String account() {
    return account;
  }

  @Override
  public String provider() {
    return provider;
  }

  /** What an adapter has is known without asking its cloud. */
  @Override
  public boolean has(Class<?> feature) {
    Objects.requireNonNull(feature, "feature");
    return closed.feature(feature).isPresent();
  }

  @Override
  public <F, T> T ask(Class<F> feature, BiFunction<? super F, CallContext, T> question) {
    Objects.requireNonNull(feature, "feature");
    Objects.requireNonNull(question, "question");
    return leader().ask(feature, question);
  }

  @Override
  public <F, T> T change(Class<F> feature, BiFunction<? super F, CallContext, T> change) {
    Objects.requireNonNull(feature, "feature");
    Objects.requireNonNull(change, "change");
    return leader().change(feature, change);
  }

  private Cloud leader() {
    return leading.apply(account).orElseThrow(() -> {
      io.cloudadapter.api.PoolException elsewhere = replica.elsewhere();
      return CloudException.of(
              CloudException.Kind.UNAVAILABLE,
              CloudException.Effect.NONE,
              elsewhere.getMessage() + ". " + elsewhere.detail())
          .build();
    });
  }
}
