package io.cloudadapter.cli.terminal;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.api.refresh.FailureResponse;
import io.cloudadapter.api.refresh.ProtectedMachines;
import io.cloudadapter.api.refresh.RefreshRequest;
import io.cloudadapter.api.refresh.RefreshRequestBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The settings of a refresh as options, for commands that start one. */
public final class RefreshOptions {
  /** The fields of a request with their options; a longer name comes before its beginning. */
  private static final List<Map.Entry<String, String>> OPTIONS = List.of(
      Map.entry("minHealthyPercent", "--min-healthy"),
      Map.entry("maxHealthyPercent", "--max-healthy"),
      Map.entry("batchSize", "--batch-size"),
      Map.entry("warmup", "--warmup"),
      Map.entry("bakeTime", "--bake-time"),
      Map.entry("timeLimit", "--time-limit"),
      Map.entry("failureLimit", "--failure-limit"),
      Map.entry("failurePercent", "--failure-percent"),
      Map.entry("stopAlarms", "--stop-alarm"),
      Map.entry("onFailure", "--on-failure"),
      Map.entry("checkpoints.percent", "PERCENT of --checkpoint"),
      Map.entry("checkpoints.delay", "TIME of --checkpoint"),
      Map.entry("checkpoints", "--checkpoint"));

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--min-healthy",
      paramLabel = "PERCENT",
      description = "The share of the desired size that stays healthy, 0 to 100; by default 90.")
  private @Nullable Integer minHealthy;

  @Option(
      names = "--max-healthy",
      paramLabel = "PERCENT",
      description = "Up to this share, within maxSize, machines are launched before others are "
          + "taken out, 100 to 200; by default 100.")
  private @Nullable Integer maxHealthy;

  @Option(
      names = "--batch-size",
      paramLabel = "N",
      description = "How many machines may be on their way at once; by default as many as the "
          + "limits allow.")
  private @Nullable Integer batchSize;

  @Option(
      names = "--warmup",
      paramLabel = "TIME",
      description = "How long a new machine has to be healthy before it counts, such as 2m; by "
          + "default 0s.")
  private @Nullable Duration warmup;

  @Option(
      names = "--bake-time",
      paramLabel = "TIME",
      description = "How long the refresh waits after its last machine; by default 0s.")
  private @Nullable Duration bakeTime;

  @Option(
      names = "--replace-matching",
      description = "Replaces all machines, also those whose template equals the present one.")
  private boolean replaceMatching;

  @Option(
      names = "--protected",
      paramLabel = "RULE",
      description = "What becomes of protected machines: wait, skip or replace; by default wait.")
  private @Nullable String protectedMachines;

  @Option(names = "--zone-by-zone", description = "Replaces one zone after the other.")
  private boolean zoneByZone;

  @Option(
      names = "--time-limit",
      paramLabel = "TIME",
      description = "How long the refresh may run, pauses left out; by default 7d.")
  private @Nullable Duration timeLimit;

  @Option(
      names = "--failure-limit",
      paramLabel = "N",
      description = "At how many failed new machines the refresh stops; by default 3.")
  private @Nullable Integer failureLimit;

  @Option(
      names = "--failure-percent",
      paramLabel = "PERCENT",
      description = "At which share of failed new machines it stops, 1 to 100; by default only "
          + "--failure-limit counts.")
  private @Nullable Integer failurePercent;

  @Option(
      names = "--stop-alarm",
      paramLabel = "CODE",
      description = "Stops while this alarm of the pool stands, such as LAUNCHES_FAIL; repeatable.")
  private List<String> stopAlarms = List.of();

  @Option(
      names = "--on-failure",
      paramLabel = "WHAT",
      description = "What it does once it stops: pause, rollback or cancel; by default pause.")
  private @Nullable String onFailure;

  @Option(
      names = "--checkpoint",
      paramLabel = "PERCENT:TIME",
      description = "Waits for the time once that share is replaced, such as 20:1h; repeatable.")
  private List<String> checkpoints = List.of();

  /** The message of a refused request, with the options of this command instead of the request's fields. */
  private static String inOptions(String message) {
    String named = message;
    for (Map.Entry<String, String> option : OPTIONS) {
      named = named.replace(option.getKey(), option.getValue());
    }
    return named;
  }

  /**
   * The request that the options give.
   *
   * @throws ParameterException in the words of the options, if one is out of its range
   */
  public RefreshRequest request() {
    try {
      return made();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          spec.commandLine(), inOptions(String.valueOf(e.getMessage())), e);
    }
  }

  private RefreshRequest made() {
    RefreshRequestBuilder builder =
        RefreshRequest.builder().skipMatching(!replaceMatching).zoneByZone(zoneByZone);
    given(minHealthy).ifPresent(builder::minHealthyPercent);
    given(maxHealthy).ifPresent(builder::maxHealthyPercent);
    given(batchSize).ifPresent(builder::batchSize);
    given(warmup).ifPresent(builder::warmup);
    given(bakeTime).ifPresent(builder::bakeTime);
    given(protectedMachines)
        .map(word -> chosen("--protected", ProtectedMachines.class, word))
        .ifPresent(builder::protectedMachines);
    given(timeLimit).ifPresent(builder::timeLimit);
    given(failureLimit).ifPresent(builder::failureLimit);
    given(failurePercent).ifPresent(builder::failurePercent);
    given(onFailure)
        .map(word -> chosen("--on-failure", FailureResponse.class, word))
        .ifPresent(builder::onFailure);
    builder.stopAlarms(stopAlarms.stream()
        .map(code -> chosen("--stop-alarm", Alarm.Code.class, code))
        .collect(Collectors.toUnmodifiableSet()));
    for (String checkpoint : checkpoints) {
      add(builder, checkpoint);
    }
    return builder.build();
  }

  private static <T> Optional<T> given(@Nullable T value) {
    return Optional.ofNullable(value);
  }

  /** A constant by its name in lower case; alarms by their codes. */
  private static <E extends Enum<E>> E chosen(String option, Class<E> type, String word) {
    boolean upper = type == Alarm.Code.class;
    List<String> names = new ArrayList<>();
    for (E constant : type.getEnumConstants()) {
      String name = upper ? constant.name() : constant.name().toLowerCase(Locale.ROOT);
      if (name.equals(word)) {
        return constant;
      }
      names.add(name);
    }
    throw new IllegalArgumentException(
        option + " must be one of " + String.join(", ", names) + ", was " + word);
  }

  private static void add(RefreshRequestBuilder builder, String checkpoint) {
    String[] parts = checkpoint.split(":", -1);
    if (parts.length != 2 || !parts[0].matches("[0-9]{1,3}")) {
      throw new IllegalArgumentException(
          "--checkpoint must be PERCENT:TIME, such as 20:1h, was " + checkpoint);
    }
    builder.checkpoint(Integer.parseInt(parts[0]), TimeSpan.parse(parts[1]));
  }
}
