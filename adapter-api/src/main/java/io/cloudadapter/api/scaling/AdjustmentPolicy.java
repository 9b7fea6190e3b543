package io.cloudadapter.api.scaling;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Senlin's scaling policy 1.0: derives the count of a request from an adjustment, unless the caller gave a count, and
 * applies the limits of the pool.
 *
 * @param event the direction that the policy is for
 * @param type what the number means
 * @param number the adjustment: above 0, or at least 0 for {@link AdjustmentType#EXACT_CAPACITY}. Only percentages
 *     may have a fraction; the policy refuses other numbers with a fraction at each decision
 * @param minStep the fewest machines that a percentage comes to, 0 or more
 * @param bestEffort whether to go as far as the limits allow where the request exceeds them
 * @param cooldown how long after a change in this direction the policy may not be used again; the keeper observes it,
 *     a decision does not
 */
public record AdjustmentPolicy(
    ScalingDirection event,
    AdjustmentType type,
    Number number,
    int minStep,
    boolean bestEffort,
    Duration cooldown)
    implements ScalingPolicy, Policy {

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if a value is out of its range, with Senlin's message
   */
  public AdjustmentPolicy {
    Objects.requireNonNull(event, "event");
    Objects.requireNonNull(type, "type");
    number = plain(number);
    faults(type, number, minStep, cooldown.isNegative() ? -1 : 0).values().stream()
        .findFirst()
        .ifPresent(fault -> {
          throw new IllegalArgumentException(fault);
        });
  }

  /**
   * A policy with min_step 1, strict, and without a cooldown.
   *
   * @param event the direction
   * @param type what the number means
   * @param number the adjustment
   * @return a policy
   * @throws IllegalArgumentException if the number is out of its range
   */
  public static AdjustmentPolicy of(ScalingDirection event, AdjustmentType type, Number number) {
    return new AdjustmentPolicy(event, type, number, 1, false, Duration.ZERO);
  }

  /**
   * Reads the properties of a {@code senlin.policy.scaling-1.0}: {@code event} and {@code adjustment} with
   * {@code type}, {@code number}, {@code min_step}, {@code best_effort}, {@code cooldown}.
   *
   * @param properties the properties, from JSON or YAML
   * @return the policy
   * @throws io.cloudadapter.api.PoolException INVALID, with Senlin's message
   */
  public static AdjustmentPolicy parse(Map<String, ?> properties) {
    return read(PolicyProperties.of(properties));
  }

  static AdjustmentPolicy read(PolicyProperties spec) {
    String event = spec.text("event");
    PolicyProperties adjustment = spec.map("adjustment");
    String type = adjustment.text("type", AdjustmentType.CHANGE_IN_CAPACITY.name());
    Number number = adjustment.number("number", 1);
    int minStep = adjustment.integer("min_step", 1);
    boolean bestEffort = adjustment.truth("best_effort", false);
    int cooldown = adjustment.integer("cooldown", 0);
    adjustment.blameOthers();
    spec.blameOthers();
    ScalingDirection direction =
        spec.choice("event", event, List.of(ScalingDirection.values()), ScalingDirection::action);
    AdjustmentType meaning =
        adjustment.choice("type", type, List.of(AdjustmentType.values()), AdjustmentType::name);
    faults(meaning, plain(number), minStep, cooldown).forEach(adjustment::blame);
    spec.refuseFaults();
    return new AdjustmentPolicy(
        direction, meaning, number, minStep, bestEffort, Duration.ofSeconds(cooldown));
  }

  /**
   * Returns the same policy with another smallest step for percentages.
   *
   * @param machines 0 or more
   * @return another policy
   */
  public AdjustmentPolicy withMinStep(int machines) {
    return new AdjustmentPolicy(event, type, number, machines, bestEffort, cooldown);
  }

  /**
   * Returns the same policy with best effort: it goes as far as the limits allow.
   *
   * @return another policy
   */
  public AdjustmentPolicy withBestEffort() {
    return new AdjustmentPolicy(event, type, number, minStep, true, cooldown);
  }

  /**
   * Returns the same policy with a cooldown.
   *
   * @param time 0 or more
   * @return another policy
   */
  public AdjustmentPolicy withCooldown(Duration time) {
    return new AdjustmentPolicy(event, type, number, minStep, bestEffort, time);
  }

  @Override
  public int priority() {
    return 100;
  }

  @Override
  public ScalingDecision decide(ScalingRequest request, ScalingView view) {
    return decide(request, view, null);
  }

  @Override
  public List<String> explain(ScalingRequest request, ScalingView view) {
    ExplanationSteps steps = new ExplanationSteps();
    return steps.endingWith(decide(request, view, steps));
  }

  private ScalingDecision decide(
      ScalingRequest request, ScalingView view, @Nullable ExplanationSteps steps) {
    if (!(request instanceof ScalingRequest.Scale scale) || scale.event() != event) {
      return ScalingDecision.error(
          this, request, view, "The policy handles " + event.action() + " only.");
    }
    if (steps != null) {
      steps.add(view.committed() + " machines are there or promised");
    }
    Object given = scale.count();
    if (given == null && number instanceof Integer whole) {
      long count = adjusted(whole, view.committed());
      if (steps != null) {
        explain(view.committed(), count, steps);
      }
      if (count == 0 && type == AdjustmentType.EXACT_CAPACITY) {
        return ScalingDecision.ok(this, request, view, event, 0);
      }
      return count <= 0
          ? invalid(count, request, view)
          : limited(count, null, request, view, steps);
    }
    Object raw = given == null ? adjustedOddly(view.committed()) : given;
    if (steps != null) {
      if (given == null) {
        explain(view.committed(), raw, steps);
      } else {
        steps.add("the caller gives the count: " + PythonRepr.of(given));
      }
    }
    long count = CountParser.of(raw);
    return count == CountParser.INVALID
        ? invalid(raw, request, view)
        : limited(count, raw, request, view, steps);
  }

  /** Computes the count for a number that is an int, as nearly all are. */
  private long adjusted(int whole, long committed) {
    return switch (type) {
      case EXACT_CAPACITY ->
        event == ScalingDirection.SCALE_IN ? committed - whole : whole - committed;
      case CHANGE_IN_CAPACITY -> whole;
      case CHANGE_IN_PERCENTAGE -> Math.max(minStep, whole * committed / 100);
    };
  }

  /** Computes the count for a number with a fraction, or one that does not fit into an int. */
  private Object adjustedOddly(int committed) {
    return switch (type) {
      case EXACT_CAPACITY ->
        event == ScalingDirection.SCALE_IN
            ? difference(committed, number)
            : difference(number, committed);
      case CHANGE_IN_CAPACITY -> number;
      case CHANGE_IN_PERCENTAGE -> {
        double share = number.doubleValue() * committed / 100.0;
        yield number instanceof Double && share < CountParser.HUGE
            ? (Object) Math.max(minStep, (long) share)
            : hugeShare(share, committed);
      }
    };
  }

  private void explain(long committed, Object count, ExplanationSteps steps) {
    String adjustment = PythonRepr.of(number);
    steps.add(
        switch (type) {
          case EXACT_CAPACITY -> "to arrive at " + adjustment + " takes " + PythonRepr.of(count);
          case CHANGE_IN_CAPACITY -> "the policy changes by " + PythonRepr.of(count);
          case CHANGE_IN_PERCENTAGE ->
            adjustment + " % of " + committed + ", cut to a whole number and at least min_step "
                + minStep + ", is " + count;
        });
  }

  private static Number difference(Number from, Number less) {
    if (from instanceof Double || less instanceof Double) {
      return from.doubleValue() - less.doubleValue();
    }
    return new BigInteger(from.toString()).subtract(new BigInteger(less.toString()));
  }

  /** Cuts to as many digits as Python shows. */
  private BigInteger hugeShare(double share, int committed) {
    return number instanceof Double && Double.isFinite(share)
        ? new BigDecimal(share).toBigInteger()
        : new BigDecimal(number.toString())
            .multiply(BigDecimal.valueOf(committed, 2))
            .toBigInteger()
            .max(BigInteger.valueOf(minStep));
  }

  private ScalingDecision invalid(Object count, ScalingRequest request, ScalingView view) {
    return ScalingDecision.error(this, request, view, CountParser.refusal(count, event));
  }

  /** Applies the limits to a count above 0. */
  private ScalingDecision limited(
      long wanted,
      @Nullable Object digits,
      ScalingRequest request,
      ScalingView view,
      @Nullable ExplanationSteps steps) {
    long count = wanted;
    if (bestEffort) {
      int room = event == ScalingDirection.SCALE_IN
          ? view.committed() - view.minSize()
          : view.ceiling() - view.committed();
      count = Math.min(wanted, Math.max(0, room));
      if (steps != null) {
        steps.add("best effort: the limits leave room for " + Math.max(0, room)
            + (count < wanted ? ", so it is cut to " + count : ", which is enough"));
      }
      if (count == 0) {
        return ScalingDecision.ok(this, request, view, event, 0);
      }
    }
    String fault = count == CountParser.HUGE && digits != null
        ? tooMany(digits, view)
        : SizeValidator.fault(event.from(view.committed(), count), view, !bestEffort);
    return fault != null
        ? ScalingDecision.error(this, request, view, fault)
        : ScalingDecision.ok(this, request, view, event, (int) count);
  }

  private String tooMany(Object digits, ScalingView view) {
    BigInteger count = CountParser.exactly(digits);
    BigInteger committed = BigInteger.valueOf(view.committed());
    return event == ScalingDirection.SCALE_IN
        ? SizeValidator.belowMin(committed.subtract(count), view.minSize())
        : SizeValidator.aboveCap(committed.add(count), view.perPoolCap());
  }

  /**
   * Returns an Integer if the number fits into one, else a BigInteger; a number with a fraction, or written with one,
   * stays a Double.
   */
  private static Number plain(Number number) {
    if (number instanceof Double || number instanceof Float || number instanceof BigDecimal) {
      return number.doubleValue();
    }
    BigInteger whole = new BigInteger(number.toString());
    return whole.bitLength() < Integer.SIZE ? (Number) whole.intValue() : whole;
  }

  /** Returns the errors by key. */
  private static Map<String, String> faults(
      AdjustmentType type, Number number, int minStep, int cooldown) {
    Map<String, String> faults = new LinkedHashMap<>();
    double size = number.doubleValue();
    boolean exact = type == AdjustmentType.EXACT_CAPACITY;
    if (!(exact ? size >= 0 : size > 0) || (number instanceof Double && Double.isInfinite(size))) {
      faults.put("number", "the 'number' for 'adjustment' must be " + (exact ? ">= 0" : "> 0"));
    }
    if (minStep < 0) {
      faults.put("min_step", "the 'min_step' for 'adjustment' must be >= 0");
    }
    if (cooldown < 0) {
      faults.put("cooldown", "the 'cooldown' for 'adjustment' must be >= 0");
    }
    return faults;
  }
}
