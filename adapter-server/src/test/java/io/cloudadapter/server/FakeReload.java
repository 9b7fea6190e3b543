package io.cloudadapter.server;

import io.cloudadapter.api.reload.ConfigReload;
import io.cloudadapter.api.reload.ReloadOutcome;
import io.cloudadapter.api.reload.ReloadResult;
import java.time.Instant;
import java.util.List;

/** A configuration file whose reload always finds the same error. */
final class FakeReload implements ConfigReload {
  private static final Instant AT = Instant.parse("2026-11-29T05:00:00Z");

  private final FakePools pools;
  private ReloadResult last = result(ReloadOutcome.UNCHANGED, List.of());

  FakeReload(FakePools pools) {
    this.pools = pools;
  }

  private static ReloadResult result(ReloadOutcome outcome, List<String> errors) {
    return new ReloadResult(
        AT, outcome, errors, List.of(), List.of("web"), List.of(), List.of("server"));
  }

  @Override
  public ReloadResult reload() {
    pools.web.onWrite.run();
    pools.web.calls.add("reload");
    last = result(ReloadOutcome.REFUSED, List.of("pools.web.maxSize: must be 1 or more, was 0"));
    return last;
  }

  @Override
  public ReloadResult last() {
    return last;
  }
}
