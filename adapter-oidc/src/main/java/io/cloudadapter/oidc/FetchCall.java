package io.cloudadapter.oidc;

import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.RequestKind;
import java.time.Duration;

/** The bounds of one request for keys: ten seconds, and no rate limit beside that of {@link IssuerKeys}. */
final class FetchCall implements CallContext {
  private static final Duration TIME = Duration.ofSeconds(10);

  @Override
  public Duration remaining() {
    return TIME;
  }

  @Override
  public boolean isCancelled() {
    return false;
  }

  @Override
  public void onCancel(Runnable action) {}

  @Override
  public void acquire(RequestKind verb, int units) {}

  @Override
  public String traceId() {
    return "oidc";
  }
}
