package io.cloudadapter.core.quota;

import io.cloudadapter.api.PoolName;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * One pool's part in the quotas of its tenants: it reports what it uses, and asks before it grows. Any number of
 * threads may use it; those of one pool take turns.
 */
public final class PoolQuota {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final PoolQuota NONE = new PoolQuota(null, new PoolName("none"));

  private final @Nullable TenantQuotas quotas;
  private final PoolName pool;

  PoolQuota(@Nullable TenantQuotas quotas, PoolName pool) {
    this.quotas = quotas;
    this.pool = pool;
  }

  /**
   * The part of a pool that no quota limits, and that reports nothing.
   *
   * @return always the same
   */
  public static PoolQuota none() {
    return NONE;
  }

  /**
   * An ended launch.
   *
   * @param machines how many machines it asked for
   * @param at when its outcome became known, on the monotonic clock
   */
  public record EndedLaunch(int machines, long at) {}

  /**
   * Whether a tenant has the pool.
   *
   * @return false if it may grow as it likes
   */
  public boolean limited() {
    TenantQuotas all = quotas;
    return all != null && all.with(pool, (share, rooms) -> !rooms.isEmpty());
  }

  /**
   * How many processors a machine has.
   *
   * @param account its account
   * @param size its size; empty if the cloud chooses one
   * @return empty if that is not known
   */
  public OptionalInt cpus(String account, Optional<String> size) {
    TenantQuotas all = quotas;
    return all == null ? OptionalInt.empty() : all.cpus(account, size);
  }

  /**
   * Returns a number that changes whenever {@link #cpus} may answer otherwise.
   *
   * @return any number
   */
  public long sizesVersion() {
    TenantQuotas all = quotas;
    return all == null ? 0 : all.sizes().version();
  }

  /**
   * How many machines are reserved for the pool.
   *
   * @return its machines, and what its accepted size still asks for
   */
  public int reserved() {
    TenantQuotas all = quotas;
    return all == null ? 0 : all.with(pool, (share, rooms) -> share.use.reserved());
  }

  /**
   * Reports what the pool uses, as its ledger has it: what was given back is free from now on.
   *
   * @param use what it uses
   * @param ended the launches that have ended since the last report
   * @param first whether this is the first report of a keeper, whose {@code ended} are all of the last hour
   */
  public void report(PoolUse use, List<EndedLaunch> ended, boolean first) {
    TenantQuotas all = quotas;
    if (all == null) {
      return;
    }
    all.with(pool, (share, rooms) -> {
      if (first) {
        share.spent.clear();
      }
      add(ended, share);
      share.use = use;
      share.gone = false;
      return share;
    });
  }

  private static void add(List<EndedLaunch> ended, PoolShare share) {
    for (EndedLaunch launch : ended) {
      share.spent.addLast(new PoolShare.Spent(launch.at() + HOUR.toNanos(), launch.machines()));
    }
  }

  /**
   * Reports launches that have ended, which count for an hour from then on. It is a fact of the cloud, so that it need
   * not be durable.
   *
   * @param ended the launches that have ended since the last report
   */
  public void ended(List<EndedLaunch> ended) {
    TenantQuotas all = quotas;
    if (all != null) {
      all.with(pool, (share, rooms) -> {
        add(ended, share);
        return share;
      });
    }
  }

  /**
   * Reserves room for more machines, as far as there is any.
   *
   * @param own what the pool uses without them
   * @param more how many
   * @param cpusEach the processors of each; empty if that is not known
   * @param least reserves nothing unless so many are allowed
   * @return how many are allowed; they are reserved if these are {@code least} or more
   */
  public QuotaAnswer reserve(PoolUse own, int more, OptionalInt cpusEach, int least) {
    TenantQuotas all = quotas;
    if (all == null) {
      return QuotaAnswer.all(more);
    }
    return all.with(pool, (share, rooms) -> {
      // What was reserved before stays so, also if the quota is lower now.
      int before = Math.min(more, Math.max(0, share.use.reserved() - own.reserved()));
      QuotaAnswer answer = QuotaAnswer.all(more);
      PoolUse base = own.reserving(before, cpusEach.orElse(0));
      for (TenantRoom room : rooms) {
        answer = TenantRoom.lesser(
            answer, plus(room.growth(base, answer.machines() - before, cpusEach), before));
      }
      if (answer.machines() >= least) {
        share.use = share.use.atLeast(own.reserving(answer.machines(), cpusEach.orElse(0)));
      }
      return answer;
    });
  }

  private static QuotaAnswer plus(QuotaAnswer answer, int before) {
    return new QuotaAnswer(answer.machines() + before, answer.shortfall());
  }

  /**
   * Asks for how many more machines there is room, whenever they may be launched: a limit of launches within an hour
   * does not count. Takes nothing.
   *
   * @param own what the pool uses without them
   * @param wanted how many
   * @param cpusEach the processors of each; empty if that is not known
   * @return 0 to {@code wanted}
   */
  public int room(PoolUse own, int wanted, OptionalInt cpusEach) {
    TenantQuotas all = quotas;
    return all == null
        ? wanted
        : all.with(pool, (share, rooms) -> {
          int left = wanted;
          for (TenantRoom room : rooms) {
            left = room.lasting(share, own, left, cpusEach).machines();
          }
          return left;
        });
  }

  /**
   * Asks how many machines may be launched at present.
   *
   * @param own what the pool uses without them
   * @param wanted how many
   * @param cpusEach the processors of each; empty if that is not known
   * @param now the monotonic time
   * @param take whether they count from now on as launched
   * @return how many are allowed
   */
  public QuotaAnswer launch(PoolUse own, int wanted, OptionalInt cpusEach, long now, boolean take) {
    TenantQuotas all = quotas;
    if (all == null) {
      return QuotaAnswer.all(wanted);
    }
    return all.with(pool, (share, rooms) -> {
      QuotaAnswer answer = QuotaAnswer.all(wanted);
      for (TenantRoom room : rooms) {
        answer =
            TenantRoom.lesser(answer, room.launches(share, own, answer.machines(), cpusEach, now));
      }
      if (take) {
        share.use = share.use.atLeast(own.launching(answer.machines(), cpusEach.orElse(0)));
      }
      return answer;
    });
  }
}
