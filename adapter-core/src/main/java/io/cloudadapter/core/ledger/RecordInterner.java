package io.cloudadapter.core.ledger;

import io.cloudadapter.spi.PoolIncarnation;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one object for equal values, because thousands of machines share a handful of zones, sizes and descriptions.
 */
public final class RecordInterner {
  private static final int MOST = 10_000;

  private final Map<Object, Object> values = new HashMap<>();
  private @Nullable PoolIncarnation incarnation;

  /** The first object equal to this one that was ever asked for, unless there are too many by now. */
  @SuppressWarnings(
      "unchecked") // Equal values of zones, sizes and maps of strings have equal types.
  <T> T one(T value) {
    Object known = values.get(value);
    if (known == null && values.size() < MOST) {
      values.put(value, value);
    }
    return known == null ? value : (T) known;
  }

  PoolIncarnation incarnation(String value) {
    PoolIncarnation known = incarnation;
    if (known == null || !known.value().equals(value)) {
      known = new PoolIncarnation(value);
      incarnation = known;
    }
    return known;
  }

  @Nullable
  String oneOrNone(@Nullable String value) {
    return value == null ? null : one(value);
  }

  public Optional<String> optional(@Nullable String value) {
    return one(Optional.ofNullable(value));
  }

  public MachineRecord share(MachineRecord machine) {
    return machine.edit(edit -> {
      edit.zone = oneOrNone(edit.zone);
      edit.size = oneOrNone(edit.size);
      edit.reason = oneOrNone(edit.reason);
      edit.metadata = one(edit.metadata);
    });
  }

  HookRecord share(HookRecord hook) {
    return hook.with(one(hook.hook()), one(hook.timeout()), one(hook.metadata()));
  }
}
