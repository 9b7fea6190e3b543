package io.cloudadapter.client.message;

import io.cloudadapter.api.sample.PoolSample;
import io.cloudadapter.api.sample.PoolSamples;
import io.cloudadapter.api.sample.SampleSpan;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Writes and reads the samples of a pool. */
public final class SampleMessages {
  private SampleMessages() {}

  /** The span of a word; empty if there is none of it. */
  public static Optional<SampleSpan> span(String word) {
    return Stream.of(SampleSpan.values())
        .filter(span -> span.word().equals(word))
        .findFirst();
  }

  /** Writes samples. */
  public static Map<String, Object> samples(PoolSamples samples) {
    return MessageFields.of(
        "span", samples.span().word(),
        "step", samples.span().step().toSeconds(),
        "samples", MessageFields.each(samples.samples(), SampleMessages::sample));
  }

  private static Map<String, Object> sample(PoolSample sample) {
    return MessageFields.of(
        "from", sample.from(),
        "desiredSize", sample.desiredSize(),
        "inService", sample.inService(),
        "leastInService", sample.leastInService(),
        "launched", sample.launched(),
        "launchFailures", sample.launchFailures(),
        "cloudCalls", sample.cloudCalls(),
        "secondsPerCall", sample.secondsPerCall());
  }

  /** Reads samples. */
  public static PoolSamples samples(JsonFields message) {
    String word = message.text("span");
    return new PoolSamples(
        span(word).orElseThrow(() -> message.wrong("span", "hour, day or week", word)),
        message.list("samples").stream()
            .map(sample -> new PoolSample(
                sample.time("from"),
                sample.count("desiredSize"),
                sample.count("inService"),
                sample.count("leastInService"),
                sample.number("launched"),
                sample.number("launchFailures"),
                sample.number("cloudCalls"),
                sample.amount("secondsPerCall")))
            .toList());
  }
}
