package io.cloudadapter.core.quota;

import io.cloudadapter.core.config.TenantConfig;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** One pool in the quotas: its tenants, what it uses, and its launches of the last hour. */
final class PoolShare {
  /** Launched machines that count until a moment on the monotonic clock. */
  record Spent(long until, int machines) {}

  List<TenantConfig> tenants = List.of();
  PoolUse use = PoolUse.NOTHING;
  final Deque<Spent> spent = new ArrayDeque<>();
  boolean gone;

  /** Machines that count towards launches within an hour. */
  long launches(long now) {
    while (!spent.isEmpty() && now - spent.getFirst().until() >= 0) {
      spent.removeFirst();
    }
    long sum = use.launching();
    for (Spent one : spent) {
      sum += one.machines();
    }
    return sum;
  }
}
