package io.cloudadapter.core.quota;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.QuotaResource;
import io.cloudadapter.api.QuotaUsage;
import io.cloudadapter.core.config.TenantConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** The room that one tenant's quotas leave to one of its pools, beside what its other pools use. */
final class TenantRoom {
  private final TenantConfig tenant;
  private final List<PoolShare> others = new ArrayList<>();

  TenantRoom(TenantConfig tenant, PoolName pool, Map<PoolName, PoolShare> shares) {
    this.tenant = tenant;
    shares.forEach((name, share) -> {
      if (!name.equals(pool) && share.tenants.contains(tenant)) {
        others.add(share);
      }
    });
  }

  static List<QuotaUsage> of(TenantConfig tenant, Map<PoolName, PoolShare> shares, long now) {
    long machines = 0;
    long reserved = 0;
    long cpus = 0;
    long reservedCpus = 0;
    long launches = 0;
    for (PoolShare share : shares.values()) {
      if (share.tenants.contains(tenant)) {
        machines += share.use.machines();
        reserved += share.use.reserved();
        cpus += share.use.cpus();
        reservedCpus += share.use.reservedCpus();
        launches += share.launches(now);
      }
    }
    List<QuotaUsage> usage = new ArrayList<>();
    if (tenant.machines().isPresent()) {
      int limit = tenant.machines().getAsInt();
      usage.add(new QuotaUsage(QuotaResource.MACHINES, limit, machines, reserved));
    }
    if (tenant.vcpus().isPresent()) {
      int limit = tenant.vcpus().getAsInt();
      usage.add(new QuotaUsage(QuotaResource.VCPUS, limit, cpus, reservedCpus));
    }
    if (tenant.launchesPerHour().isPresent()) {
      int limit = tenant.launchesPerHour().getAsInt();
      usage.add(new QuotaUsage(QuotaResource.LAUNCHES_PER_HOUR, limit, launches, launches));
    }
    return usage;
  }

  /**
   * How much of a growth may be reserved.
   *
   * @param own what the pool uses
   * @param more machines beside it
   * @param cpusEach the processors of each; empty if that is not known
   */
  QuotaAnswer growth(PoolUse own, int more, OptionalInt cpusEach) {
    if (more == 0) {
      return QuotaAnswer.all(0);
    }
    Optional<QuotaAnswer> unknown = unknownSize(cpusEach);
    if (unknown.isPresent()) {
      return unknown.get();
    }
    long used = own.reserved();
    long usedCpus = own.reservedCpus();
    for (PoolShare other : others) {
      used += other.use.reserved();
      usedCpus += other.use.reservedCpus();
    }
    QuotaAnswer machines = limited(QuotaResource.MACHINES, tenant.machines(), used, 1, more);
    QuotaAnswer cpus = limited(
        QuotaResource.VCPUS, tenant.vcpus(), usedCpus, cpusEach.orElse(0), machines.machines());
    return cpus.shortfall().isPresent() ? cpus : machines;
  }

  /** Why a pool cannot have another use than before; what it had before counts as used. */
  Optional<QuotaShortfall> admission(PoolUse after, PoolUse before, OptionalInt cpusEach) {
    Optional<QuotaAnswer> unknown = unknownSize(cpusEach);
    if (unknown.isPresent()) {
      return unknown.get().shortfall();
    }
    long used = before.reserved();
    for (PoolShare other : others) {
      used += other.use.reserved();
    }
    int more = Math.max(0, after.reserved() - before.reserved());
    int moreCpus = (int) Math.max(0, after.reservedCpus() - before.reservedCpus());
    return limited(QuotaResource.MACHINES, tenant.machines(), used, 1, more)
        .shortfall()
        .or(() -> limited(QuotaResource.VCPUS, tenant.vcpus(), usedCpus(before), 1, moreCpus)
            .shortfall());
  }

  private long usedCpus(PoolUse before) {
    long used = before.reservedCpus();
    for (PoolShare other : others) {
      used += other.use.reservedCpus();
    }
    return used;
  }

  /**
   * How many machines may be launched: no more exist than the quota allows, and what other pools have reserved stays
   * theirs, also while machines that end still exist.
   */
  QuotaAnswer launches(PoolShare share, PoolUse own, int wanted, OptionalInt cpusEach, long now) {
    QuotaAnswer answer = lasting(share, own, wanted, cpusEach);
    long launched = share.launches(now) - share.use.launching() + own.launching();
    for (PoolShare other : others) {
      launched += other.launches(now);
    }
    QuotaAnswer hourly = limited(
        QuotaResource.LAUNCHES_PER_HOUR, tenant.launchesPerHour(), launched, 1, answer.machines());
    return hourly.shortfall().isPresent() ? withWait(hourly, share, now) : answer;
  }

  /** The same without the limit of launches within an hour. */
  QuotaAnswer lasting(PoolShare share, PoolUse own, int wanted, OptionalInt cpusEach) {
    if (wanted == 0) {
      return QuotaAnswer.all(0);
    }
    Optional<QuotaAnswer> unknown = unknownSize(cpusEach);
    if (unknown.isPresent()) {
      return unknown.get();
    }
    long exist = own.machines();
    long existCpus = own.cpus();
    long reserved = Math.max(own.reserved(), share.use.reserved());
    long reservedCpus = Math.max(own.reservedCpus(), share.use.reservedCpus());
    long ownRest = Math.max(0, reserved - own.machines());
    long ownRestCpus = Math.max(0, reservedCpus - own.cpus());
    for (PoolShare other : others) {
      exist += other.use.machines();
      existCpus += other.use.cpus();
      reserved += other.use.reserved();
      reservedCpus += other.use.reservedCpus();
    }
    QuotaAnswer answer = limited(
        QuotaResource.MACHINES,
        tenant.machines(),
        taken(tenant.machines(), exist, reserved, ownRest),
        1,
        wanted);
    return lesser(
        answer,
        limited(
            QuotaResource.VCPUS,
            tenant.vcpus(),
            taken(tenant.vcpus(), existCpus, reservedCpus, ownRestCpus),
            cpusEach.orElse(0),
            answer.machines()));
  }

  /** What exists, and what others have reserved of a limit, which may have been lowered since. */
  private static long taken(OptionalInt limit, long exist, long reserved, long ownRest) {
    return Math.max(exist, Math.min(reserved, limit.orElse(0)) - ownRest);
  }

  static QuotaAnswer lesser(QuotaAnswer one, QuotaAnswer other) {
    return other.shortfall().isPresent() ? other : one;
  }

  private QuotaAnswer limited(
      QuotaResource resource, OptionalInt limit, long used, long each, int asked) {
    if (limit.isEmpty() || each == 0) {
      return QuotaAnswer.all(asked);
    }
    long left = Math.max(0, limit.getAsInt() - used);
    int allowed = (int) Math.min(asked, left / each);
    return allowed == asked
        ? QuotaAnswer.all(asked)
        : new QuotaAnswer(
            allowed,
            Optional.of(new QuotaShortfall(
                tenant.name(),
                resource,
                "the quota of tenant " + tenant.name() + " allows " + limit.getAsInt() + " "
                    + words(resource) + ", " + used + " are used or reserved, " + asked * each
                    + " more were asked for",
                Optional.empty())));
  }

  private static String words(QuotaResource resource) {
    return switch (resource) {
      case MACHINES -> "machines";
      case VCPUS -> "vCPUs";
      case LAUNCHES_PER_HOUR -> "launches within an hour";
    };
  }

  private Optional<QuotaAnswer> unknownSize(OptionalInt cpusEach) {
    return tenant.vcpus().isPresent() && cpusEach.isEmpty()
        ? Optional.of(new QuotaAnswer(
            0,
            Optional.of(new QuotaShortfall(
                tenant.name(),
                QuotaResource.VCPUS,
                "the quota of tenant " + tenant.name() + " limits vCPUs to "
                    + tenant.vcpus().getAsInt()
                    + ", and it is not known how many a machine of this size has: the pool names no"
                    + " size, or the account's catalog does not have it or was not read yet",
                Optional.empty()))))
        : Optional.empty();
  }

  private QuotaAnswer withWait(QuotaAnswer answer, PoolShare own, long now) {
    long soonest = Long.MAX_VALUE;
    List<PoolShare> all = new ArrayList<>(others);
    all.add(own);
    for (PoolShare share : all) {
      if (!share.spent.isEmpty()) {
        soonest = Math.min(soonest, share.spent.getFirst().until() - now);
      }
    }
    Optional<Duration> wait = soonest == Long.MAX_VALUE
        ? Optional.empty()
        : Optional.of(Duration.ofNanos(Math.max(1, soonest)));
    QuotaShortfall known = answer.shortfall().orElseThrow();
    return new QuotaAnswer(
        answer.machines(),
        Optional.of(new QuotaShortfall(known.tenant(), known.resource(), known.text(), wait)));
  }
}
