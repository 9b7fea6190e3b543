package io.cloudadapter.core.runtime;

import io.cloudadapter.api.cloud.Cloud;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.RequestKind;
import java.util.Objects;
import java.util.function.BiFunction;

/** An account's adapter, which calls the cloud for callers that wait for the answer. */
public final class AccountCloud implements Cloud {
  private final String account;
  private final String provider;
  private final ProviderCalls calls;

  /**
   * A way to ask.
   *
   * @param account the account's name
   * @param provider the adapter's name
   * @param calls carries the questions
   */
  public AccountCloud(String account, String provider, ProviderCalls calls) {
    this.account = account;
    this.provider = provider;
    this.calls = calls;
  }

  @Override
  public String account() {
    return account;
  }

  @Override
  public String provider() {
    return provider;
  }

  @Override
  public boolean has(Class<?> feature) {
    Objects.requireNonNull(feature, "feature");
    return calls.provider().feature(feature).isPresent();
  }

  @Override
  public <F, T> T ask(Class<F> feature, BiFunction<? super F, CallContext, T> question) {
    Objects.requireNonNull(feature, "feature");
    Objects.requireNonNull(question, "question");
    return asked(RequestKind.READ, feature, question);
  }

  @Override
  public <F, T> T change(Class<F> feature, BiFunction<? super F, CallContext, T> change) {
    Objects.requireNonNull(feature, "feature");
    Objects.requireNonNull(change, "change");
    return asked(RequestKind.ACT, feature, change);
  }

  private <F, T> T asked(
      RequestKind verb, Class<F> type, BiFunction<? super F, CallContext, T> question) {
    F feature = calls
        .provider()
        .feature(type)
        .orElseThrow(() -> CloudException.of(
                Kind.UNSUPPORTED,
                Effect.NONE,
                "the adapter " + provider + " of account " + account + " has no "
                    + type.getSimpleName())
            .build());
    return calls.answer(verb, call -> question.apply(feature, call));
  }
}
