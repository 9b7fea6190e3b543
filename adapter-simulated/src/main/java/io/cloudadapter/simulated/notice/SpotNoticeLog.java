package io.cloudadapter.simulated.notice;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.feature.SpotNotice;
import io.cloudadapter.spi.feature.SpotNotice.What;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What was said of machines of the spot market and is not forgotten. Guarded by the cloud's lock. */
public final class SpotNoticeLog {
  private static final int PAGE = 10;

  private final Map<String, SpotNotice> waiting = new LinkedHashMap<>();
  private int said;

  public void say(MachineId machine, What what, Optional<Instant> at) {
    String receipt = "notice-" + ++said;
    waiting.put(receipt, new SpotNotice(receipt, machine, what, at));
  }

  public List<SpotNotice> some() {
    return waiting.values().stream().limit(PAGE).toList();
  }

  public void forget(Collection<String> receipts) {
    waiting.keySet().removeAll(receipts);
  }
}
