package io.cloudadapter.client.message;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.QuotaResource;
import io.cloudadapter.api.QuotaUsage;
import io.cloudadapter.api.TenantQuota;
import java.util.Map;
import java.util.stream.Stream;

/** The quotas of tenants as JSON. */
public final class QuotaMessages {
  private QuotaMessages() {}

  /** Writes the quotas of a tenant. */
  public static Map<String, Object> message(TenantQuota quota) {
    return MessageFields.of(
        "tenant", quota.tenant(),
        "pools", quota.pools().stream().map(PoolName::value).toList(),
        "quotas", quota.usage().stream().map(QuotaMessages::message).toList(),
        "held", quota.held());
  }

  private static Map<String, Object> message(QuotaUsage usage) {
    return MessageFields.of(
        "resource", usage.resource().word(),
        "limit", usage.limit(),
        "used", usage.used(),
        "reserved", usage.reserved());
  }

  /** Reads the quotas of a tenant. */
  public static TenantQuota quota(JsonFields message) {
    return new TenantQuota(
        message.text("tenant"),
        message.texts("pools").stream().map(PoolName::new).toList(),
        message.list("quotas").stream().map(QuotaMessages::usage).toList(),
        message.number("held"));
  }

  private static QuotaUsage usage(JsonFields message) {
    String word = message.text("resource");
    return new QuotaUsage(
        Stream.of(QuotaResource.values())
            .filter(resource -> resource.word().equals(word))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("resource is unknown, was " + word)),
        message.number("limit"),
        message.number("used"),
        message.number("reserved"));
  }
}
