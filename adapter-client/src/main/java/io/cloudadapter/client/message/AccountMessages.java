package io.cloudadapter.client.message;

import io.cloudadapter.api.cloud.MachineSize;
import io.cloudadapter.api.cloud.Quota;
import java.util.Map;
import java.util.OptionalLong;

/** Writes and reads what the cloud of an account offers, and how much is left. */
public final class AccountMessages {
  private AccountMessages() {}

  /** Writes a size. */
  public static Map<String, Object> size(MachineSize size) {
    return MessageFields.of(
        "name", size.name(),
        "cpus", size.cpus(),
        "memoryMiB", size.memoryMiB(),
        "diskGiB", size.diskGiB(),
        "gpus", size.gpus(),
        "zones", size.zones());
  }

  /** Reads a size. */
  public static MachineSize size(JsonFields size) {
    return new MachineSize(
        size.text("name"),
        size.count("cpus"),
        size.number("memoryMiB"),
        size.number("diskGiB"),
        size.optionalCount("gpus"),
        size.texts("zones"));
  }

  /** Writes a quota. */
  public static Map<String, Object> quota(Quota quota) {
    return MessageFields.of(
        "name", quota.name(),
        "resource", quota.resource().name(),
        "whole", quota.whole(),
        "used", quota.used(),
        "bound", quota.bound().name(),
        "limit", quota.limit());
  }

  /** Reads a quota. */
  public static Quota quota(JsonFields quota) {
    return new Quota(
        quota.text("name"),
        quota.choice("resource", Quota.Resource.class),
        quota.flag("whole"),
        quota.number("used"),
        quota.choice("bound", Quota.Bound.class),
        quota.has("limit") ? OptionalLong.of(quota.number("limit")) : OptionalLong.empty());
  }
}
