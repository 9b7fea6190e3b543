package io.cloudadapter.api.scaling;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A request for a size, for limits, or for both (Senlin's resize).
 *
 * @param type what the number means; empty if only limits change
 * @param number the adjustment, present only with the type; negative to shrink
 * @param minSize the new min_size, 0 or more
 * @param maxSize the new max_size, {@link ScalingView#UNLIMITED} or 0 or more
 * @param minStep the fewest machines that a percentage comes to, in its direction
 * @param strict whether to refuse what exceeds the limits, instead of going as far as they allow
 */
public record ResizeRequest(
    Optional<AdjustmentType> type,
    OptionalDouble number,
    OptionalInt minSize,
    OptionalInt maxSize,
    OptionalInt minStep,
    boolean strict) {
  private static final Set<String> KEYS =
      Set.of("adjustment_type", "number", "min_size", "max_size", "min_step", "strict");

  /**
   * Checks everything that does not depend on a pool.
   *
   * @throws IllegalArgumentException with Senlin's message
   */
  public ResizeRequest {
    Objects.requireNonNull(type, "type");
    String fault = fault(type, number, minSize, maxSize, minStep);
    if (fault != null) {
      throw new IllegalArgumentException(fault);
    }
  }

  /**
   * Makes a strict request for a size.
   *
   * @param type what the number means
   * @param number the adjustment
   * @return a request
   * @throws IllegalArgumentException if the number is not finite, or negative for EXACT_CAPACITY
   */
  public static ResizeRequest to(AdjustmentType type, double number) {
    return new ResizeRequest(
        Optional.of(type),
        OptionalDouble.of(number),
        OptionalInt.empty(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        true);
  }

  /**
   * Reads a request: {@code adjustment_type}, {@code number}, {@code min_size}, {@code max_size}, {@code min_step},
   * {@code strict} (default true); null means absent.
   *
   * @param body the request, from JSON
   * @return the request
   * @throws io.cloudadapter.api.PoolException INVALID, with Senlin's message
   */
  public static ResizeRequest parse(Map<String, ?> body) {
    boolean says = false;
    for (String key : List.of("adjustment_type", "number", "min_size", "max_size")) {
      says |= body.get(key) != null;
    }
    if (!says) {
      throw PolicyProperties.refusal("Not enough parameters to do resize action.");
    }
    for (Object key : body.keySet()) {
      if (!(key instanceof String name && KEYS.contains(name))) {
        throw PolicyProperties.refusal(
            "Additional properties are not allowed ('" + PythonRepr.of(key) + "' was unexpected)");
      }
    }
    Object type = body.get("adjustment_type");
    Object number = body.get("number");
    Object strict = body.get("strict");
    if (number != null && !(number instanceof Number)) {
      throw notOfType("number", number, "'number', 'null'");
    }
    if (strict != null && !(strict instanceof Boolean)) {
      throw notOfType("strict", strict, "'boolean', 'null'");
    }
    Optional<AdjustmentType> meaning = type == null
        ? Optional.empty()
        : Optional.of(PolicyProperties.oneOf(
            PythonRepr.of(type), List.of(AdjustmentType.values()), AdjustmentType::name));
    OptionalDouble adjustment = number instanceof Number given
        ? OptionalDouble.of(given.doubleValue())
        : OptionalDouble.empty();
    OptionalInt min = size(body, "min_size", 0);
    OptionalInt max = size(body, "max_size", ScalingView.UNLIMITED);
    OptionalInt step = size(body, "min_step", 0);
    PolicyProperties.refuse(fault(meaning, adjustment, min, max, step));
    return new ResizeRequest(meaning, adjustment, min, max, step, !Boolean.FALSE.equals(strict));
  }

  /**
   * Decides about the request. An adjustment starts from committed machines. If only limits are given, the desired
   * size stays: a strict request is refused if the desired size does not fit the new limits; a request that is not
   * strict moves it into them.
   *
   * @param view the pool as it is
   * @return OK with the new size and limits, or ERROR with the reason
   */
  public ResizeDecision decide(ScalingView view) {
    return decide(view, new ExplanationSteps());
  }

  ResizeDecision decide(ScalingView view, ExplanationSteps steps) {
    steps.add(
        view.committed() + " machines are there or promised, desired size " + view.desiredSize());
    OptionalLong wanted = type.isPresent()
        ? OptionalLong.of(calculated(type.get(), view.committed()))
        : OptionalLong.empty();
    wanted.ifPresent(size -> steps.add("the adjustment leads to " + size));
    int cap = view.perPoolCap();
    if (minSize.isPresent() && minSize.getAsInt() > cap) {
      return ResizeDecision.error(
          this,
          view,
          "The specified min_size (" + minSize.getAsInt()
              + ") is greater than the maximum number of nodes allowed per cluster (" + cap + ").");
    }
    Optional<String> fault =
        new SizeValidator(wanted, minSize, maxSize, Optional.of(view), cap, strict).fault();
    if (fault.isPresent()) {
      return ResizeDecision.error(this, view, fault.get());
    }
    int least = minSize.orElse(view.minSize());
    int most = maxSize.orElse(view.maxSize());
    if (wanted.isEmpty() || movesNothing(wanted.getAsLong(), view)) {
      return limited(view, least, most, steps);
    }
    long target = wanted.getAsLong();
    if (!strict) {
      target = truncated(target, least, most);
      steps.add("truncated to the limits it is " + target);
      // A value that was cut to the limits, or that has no limits, may still exceed the cap.
      fault = new SizeValidator(
              OptionalLong.of(target), minSize, maxSize, Optional.of(view), cap, false)
          .fault();
    }
    if (fault.isPresent()) {
      return ResizeDecision.error(this, view, fault.get());
    }
    long desired = truncated(desired(view, target), least, most);
    return ResizeDecision.ok(this, view, (int) target, (int) desired, least, most);
  }

  /** Returns whether a strict adjustment leads to the present size, so that only the limits change. */
  private boolean movesNothing(long target, ScalingView view) {
    return strict
        && target == view.committed()
        && !type.equals(Optional.of(AdjustmentType.EXACT_CAPACITY));
  }

  /** Decides about new limits without a new size: the desired size fits, or is refused or truncated. */
  private ResizeDecision limited(ScalingView view, int least, int most, ExplanationSteps steps) {
    long desired = view.desiredSize();
    if (strict) {
      Optional<String> fault = new SizeValidator(
              OptionalLong.of(desired),
              minSize,
              maxSize,
              Optional.of(view),
              view.perPoolCap(),
              true)
          .fault();
      return fault
          .map(reason -> ResizeDecision.error(this, view, reason))
          .orElseGet(() ->
              ResizeDecision.ok(this, view, view.committed(), view.desiredSize(), least, most));
    }
    int size = (int) Math.min(view.perPoolCap(), truncated(desired, least, most));
    if (size == desired) {
      return ResizeDecision.ok(this, view, view.committed(), size, least, most);
    }
    steps.add("truncated to the limits the desired size is " + size);
    return ResizeDecision.ok(this, view, size, size, least, most);
  }

  private long desired(ScalingView view, long target) {
    if (type.equals(Optional.of(AdjustmentType.EXACT_CAPACITY))) {
      return target;
    }
    if (target == view.committed()) {
      return view.desiredSize();
    }
    return target > view.committed()
        ? Math.max(view.desiredSize(), target)
        : Math.min(view.desiredSize(), target);
  }

  private long calculated(AdjustmentType meaning, long current) {
    double by = Math.max(-1e15, Math.min(1e15, number.orElseThrow()));
    return switch (meaning) {
      case EXACT_CAPACITY -> (long) by;
      case CHANGE_IN_CAPACITY -> current + (long) by;
      case CHANGE_IN_PERCENTAGE -> {
        long change = rounded(by * current / 100.0);
        if (minStep.isPresent() && minStep.getAsInt() > Math.abs(change)) {
          change = (long) Math.signum(by) * minStep.getAsInt();
        }
        yield current + change;
      }
    };
  }

  /** Rounds less than one machine up to one, and cuts the fraction off otherwise. */
  private static long rounded(double change) {
    return Math.abs(change) < 1 ? (long) Math.signum(change) : (long) change;
  }

  private static long truncated(long size, int least, int most) {
    long raised = Math.max(size, least);
    return most < 0 ? raised : Math.min(raised, most);
  }

  private static OptionalInt size(Map<String, ?> body, String key, int least) {
    Object value = body.get(key);
    if (value == null) {
      return OptionalInt.empty();
    }
    BigInteger size;
    if (value instanceof Integer || value instanceof Long || value instanceof BigInteger) {
      size = new BigInteger(value.toString());
    } else if (value instanceof String text) {
      if (!text.matches("[0-9]{1,100}")) {
        throw PolicyProperties.refusal(
            "The value for " + key + " must be an integer: '" + PythonRepr.of(text) + "'.");
      }
      size = new BigInteger(text);
    } else {
      throw notOfType(key, value, "'integer', 'string', 'null'");
    }
    if (size.compareTo(BigInteger.valueOf(least)) < 0) {
      throw PolicyProperties.refusal("Value must be >= " + least + " for field '" + key + "'.");
    }
    if (size.bitLength() >= Integer.SIZE) {
      throw PolicyProperties.refusal(
          "Value must be <= " + Integer.MAX_VALUE + " for field '" + key + "'.");
    }
    return OptionalInt.of(size.intValue());
  }

  private static RuntimeException notOfType(String key, Object value, String types) {
    String shown =
        value instanceof String ? "'" + PythonRepr.of(value) + "'" : PythonRepr.of(value);
    return PolicyProperties.refusal(shown + " is not of type " + types, "at " + key);
  }

  private static @Nullable String fault(
      Optional<AdjustmentType> type,
      OptionalDouble number,
      OptionalInt minSize,
      OptionalInt maxSize,
      OptionalInt minStep) {
    if (type.isEmpty() && number.isEmpty() && minSize.isEmpty() && maxSize.isEmpty()) {
      return "Not enough parameters to do resize action.";
    }
    if (number.isPresent() && !Double.isFinite(number.getAsDouble())) {
      return PythonRepr.of(number.getAsDouble()) + " is not of type 'number', 'null'";
    }
    if (minSize.orElse(0) < 0) {
      return "Value must be >= 0 for field 'min_size'.";
    }
    if (maxSize.orElse(0) < ScalingView.UNLIMITED) {
      return "Value must be >= -1 for field 'max_size'.";
    }
    if (minStep.orElse(0) < 0) {
      return "Value must be >= 0 for field 'min_step'.";
    }
    if (type.isPresent() && number.isEmpty()) {
      return "Missing number value for size adjustment.";
    }
    if (type.isEmpty() && number.isPresent()) {
      return "Missing adjustment_type value for size adjustment.";
    }
    if (maxSize.orElse(-1) >= 0 && minSize.orElse(0) > maxSize.orElse(-1)) {
      return "The specified min_size (" + minSize.orElse(0)
          + ") is greater than the specified max_size (" + maxSize.orElse(-1) + ").";
    }
    if (type.equals(Optional.of(AdjustmentType.EXACT_CAPACITY)) && number.orElse(0) < 0) {
      return "The 'number' must be non-negative integer for adjustment type 'EXACT_CAPACITY'.";
    }
    return null;
  }
}
