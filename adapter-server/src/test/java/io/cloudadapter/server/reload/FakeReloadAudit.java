package io.cloudadapter.server.reload;

import io.cloudadapter.api.reload.ReloadOutcome;
import io.cloudadapter.api.reload.ReloadResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Keeps the outcomes of reloads in memory; a test may give a hindrance. */
public final class FakeReloadAudit implements ReloadAudit {
  final List<ReloadOutcome> ended = new ArrayList<>();
  Optional<String> hindrance = Optional.empty();

  @Override
  public Optional<String> started() {
    return hindrance;
  }

  @Override
  public void ended(ReloadResult result) {
    ended.add(result.outcome());
  }
}
