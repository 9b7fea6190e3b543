package io.cloudadapter.core.runtime;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.feature.SpotNotice;
import io.cloudadapter.spi.feature.SpotNotice.What;
import io.cloudadapter.spi.feature.SpotNotices;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the cloud's notices about an account's spot machines to its pools, every few seconds, all notices that wait.
 * It deletes a notice once each pool has recorded the consequences, or does not have the machine; until then the
 * notice comes again, also after a crash.
 *
 * <p>A notice of a mere risk is a frequent hint without consequences in most cases: the pool gives up no machine for
 * it.
 */
public final class SpotNoticePoller {
  private static final Logger LOG = LoggerFactory.getLogger(SpotNoticePoller.class);

  private final String account;
  private final ProviderCalls calls;
  private final Supplier<List<NoticeReceiver>> pools;
  private final PeriodicPoller rounds;

  /** The subject of a notice; its receipt may differ each time. */
  private record Announced(MachineId machine, What what) {}

  /** Receives the machines that are taken back. */
  interface NoticeReceiver {
    /** Returns when what follows is durable; throws NOT_FOUND if the machine is not its own. */
    void noteReclaim(MachineId machine, Optional<Instant> at);
  }

  /**
   * A feed for the pools of an account.
   *
   * @param account its name, for the log
   * @param calls calls to it; its adapter has the feature {@link SpotNotices}
   * @param pools gives all pools on it, each time
   * @param threads asks, and waits for the pools
   * @return the feed
   */
  public static SpotNoticePoller of(
      String account, ProviderCalls calls, Supplier<List<LocalPool>> pools, Executor threads) {
    return new SpotNoticePoller(
        account,
        calls,
        () ->
            pools.get().stream().<NoticeReceiver>map(pool -> pool::noteReclaim).toList(),
        threads);
  }

  SpotNoticePoller(
      String account, ProviderCalls calls, Supplier<List<NoticeReceiver>> pools, Executor threads) {
    this.account = account;
    this.calls = calls;
    this.pools = pools;
    this.rounds = new PeriodicPoller(
        "account " + account + ": notices of the spot market cannot be read", this::read, threads);
  }

  /**
   * Begins, and goes on until the timer is shut down.
   *
   * @param timer when to ask
   */
  public void start(ScheduledExecutorService timer) {
    rounds.start(timer);
  }

  /** Asks once, on a thread of its own. */
  void ask() {
    rounds.ask();
  }

  /** Reads on as long as that brings anything new: a zone's machines may all be taken back at once. */
  private void read() {
    Map<Announced, Boolean> announced = new HashMap<>();
    while (readPage(announced)) {
      // Each page that brings something new is forgotten before the next one is asked for.
    }
  }

  /** Returns whether some notices were resolved for the first time since this reading began. */
  private boolean readPage(Map<Announced, Boolean> announced) {
    SpotNotices market = calls.provider().feature(SpotNotices.class).orElseThrow();
    List<SpotNotice> settled = new ArrayList<>();
    boolean news = false;
    for (SpotNotice notice : calls.answer(RequestKind.READ, market::notices)) {
      Announced about = new Announced(notice.machine(), notice.what());
      Boolean before = announced.get(about);
      boolean done = before == null ? notice.what() == What.RISK || heeded(notice) : before;
      announced.put(about, done);
      if (done) {
        settled.add(notice);
        news |= before == null;
      }
    }
    if (!settled.isEmpty()) {
      boolean done = calls.answer(RequestKind.ACT, call -> {
        market.forget(settled, call);
        return true;
      });
      assert done;
    }
    return news;
  }

  /** Whether no pool needs to hear of it again. */
  private boolean heeded(SpotNotice notice) {
    LOG.info("account {}: the cloud takes machine {} back", account, notice.machine());
    boolean all = true;
    for (NoticeReceiver pool : pools.get()) {
      try {
        pool.noteReclaim(notice.machine(), notice.at());
      } catch (PoolException refusal) {
        all &= refusal.reason() == Reason.NOT_FOUND;
      }
    }
    return all;
  }
}
