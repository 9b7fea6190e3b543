package io.cloudadapter.cli.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.junit.jupiter.api.Test;

/** An axis names a few round values between its ends. */
class PlotAxisTest {
  @Test
  void sizesAreNamedByWholeNumbers() {
    assertThat(PlotAxis.ofNumbers(0, 20).ticks())
        .extracting(PlotAxis.Tick::text)
        .containsExactly("0", "2", "4", "6", "8", "10", "12", "14", "16", "18", "20");
  }

  @Test
  void smallValuesKeepTheirDigits() {
    assertThat(PlotAxis.ofNumbers(0, 0.3).ticks())
        .extracting(PlotAxis.Tick::text)
        .containsExactly("0", "0.05", "0.1", "0.15", "0.2", "0.25", "0.3");
  }

  @Test
  void aDayIsNamedByHoursAndAMonthByDays() {
    assertThat(PlotAxis.ofTime(Duration.ofDays(1)).ticks())
        .extracting(PlotAxis.Tick::text)
        .startsWith("0:00", "3:00")
        .endsWith("0:00");
    assertThat(PlotAxis.ofTime(Duration.ofDays(30)).ticks())
        .extracting(PlotAxis.Tick::text)
        .startsWith("day 1")
        .allMatch(text -> text.startsWith("day "));
  }

  @Property
  void ticksRiseBetweenTheEndsAndAreTwoToEleven(
      @ForAll @DoubleRange(min = -1e6, max = 1e6) double from,
      @ForAll @DoubleRange(min = 0.001, max = 1e6) @Scale(3) double length) {
    PlotAxis axis = PlotAxis.ofNumbers(from, from + length);

    assertThat(axis.ticks()).hasSizeBetween(2, 11);
    assertThat(axis.ticks()).extracting(PlotAxis.Tick::at).isSorted().doesNotHaveDuplicates();
    assertThat(axis.ticks()).allMatch(tick -> tick.at() >= axis.from() && tick.at() <= axis.to());
  }

  @Test
  void anAxisWithoutLengthIsRefused() {
    assertThatThrownBy(() -> PlotAxis.ofNumbers(3, 3)).isInstanceOf(IllegalArgumentException.class);
  }
}
