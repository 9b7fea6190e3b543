package io.cloudadapter.core;

import io.cloudadapter.api.Metric;
import io.cloudadapter.api.QuotaUsage;
import io.cloudadapter.api.TenantQuota;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The metrics of tenants: each limit, and what is used of it. Their labels are bounded by the configuration. */
final class QuotaMetrics {
  private QuotaMetrics() {}

  static List<Metric> of(List<TenantQuota> quotas) {
    List<Metric> metrics = new ArrayList<>();
    for (TenantQuota quota : quotas) {
      for (QuotaUsage usage : quota.usage()) {
        Map<String, String> labels =
            Map.of("tenant", quota.tenant(), "resource", usage.resource().word());
        metrics.add(gauge("limit", "What a quota of a tenant allows.", usage.limit(), labels));
        metrics.add(gauge("used", "What the pools of a tenant use.", usage.used(), labels));
        metrics.add(gauge(
            "reserved",
            "What the pools of a tenant use, and what their accepted sizes still ask for.",
            usage.reserved(),
            labels));
      }
      metrics.add(gauge(
          "held",
          "Machines that the pools of a tenant ask for, and that its quotas do not allow.",
          quota.held(),
          Map.of("tenant", quota.tenant())));
    }
    return metrics;
  }

  private static Metric gauge(String name, String help, long value, Map<String, String> labels) {
    return new Metric(
        "cloudadapter_quota_" + name, help, Metric.Type.GAUGE, labels, (double) value);
  }
}
