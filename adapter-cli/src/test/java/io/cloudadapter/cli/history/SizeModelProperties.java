package io.cloudadapter.cli.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.scaling.AdjustmentType;
import io.cloudadapter.api.scaling.ResizeDecision;
import io.cloudadapter.api.scaling.ScalingView;
import io.cloudadapter.cli.history.RandomHistory.Fault;
import io.cloudadapter.cli.history.SizeAnswer.Decided;
import io.cloudadapter.cli.history.SizeAnswer.Numbers;
import io.cloudadapter.cli.history.SizeCommand.Adjustment;
import io.cloudadapter.cli.history.SizeCommand.Resize;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class SizeModelProperties {
  private static final int HISTORIES = 300;
  private final SizeModel model = new SizeModel(RandomHistory.LIMITS);

  private boolean explained(RandomHistory history) {
    return model.unexplained(RandomHistory.FIRST, history.deeds()).isEmpty();
  }

  @Property(tries = HISTORIES)
  void commandsThatWereCarriedOutOneAfterTheOtherHaveAnOrder(@ForAll long seed) {
    assertThat(explained(new RandomHistory(seed, Fault.NONE))).isTrue();
  }

  @Example
  void mostHistoriesOfAFaultyPoolHaveNoOrder() {
    for (Fault fault : Fault.values()) {
      if (fault == Fault.NONE) {
        continue;
      }
      int struck = 0;
      int found = 0;
      for (int seed = 0; seed < HISTORIES; seed++) {
        RandomHistory history = new RandomHistory(seed, fault);
        struck += history.struck() ? 1 : 0;
        found += history.struck() && !explained(history) ? 1 : 0;
      }
      System.out.printf("histories: %s struck in %d, found in %d%n", fault, struck, found);
      assertThat(struck).as("%s strikes", fault).isGreaterThan(HISTORIES / 3);
      assertThat(found).as("%s is found", fault).isGreaterThan(struck / 2);
    }
  }

  @Property
  void theModelDecidesResizesAsSenlinsRuleDoes(
      @ForAll @IntRange(max = 12) int committed,
      @ForAll @IntRange(max = 12) int desired,
      @ForAll @IntRange(max = 3) int least,
      @ForAll @IntRange(min = 3, max = 12) int most,
      @ForAll Adjustment adjustment,
      @ForAll @IntRange(min = 1, max = 14) int number,
      @ForAll boolean shrink,
      @ForAll boolean strict) {
    boolean exact = adjustment == Adjustment.EXACT_CAPACITY;
    int signed = shrink && !exact ? -number : number;

    ResizeDecision expected = new io.cloudadapter.api.scaling.ResizeRequest(
            java.util.Optional.of(AdjustmentType.valueOf(adjustment.name())),
            OptionalDouble.of(signed),
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalInt.empty(),
            strict)
        .decide(new ScalingView(committed, desired, least, most, 12, 0, 0));
    Decided decided = SizeModel.decided(
        new Resize(adjustment, signed, strict),
        new Numbers(committed, desired, new SizeLimits(least, most, 12)));

    assertThat(decided.done()).isEqualTo(expected.ok());
    assertThat(decided.capacity()).isEqualTo(expected.capacity());
    assertThat(decided.desired()).isEqualTo(expected.desiredSize());
  }
}
