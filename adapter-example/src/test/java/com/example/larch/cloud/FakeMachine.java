package com.example.larch.cloud;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** One machine and its disk, as they were, are and will be. Guarded by the estate. */
final class FakeMachine {
  static final Duration SHOWN_AFTER_END = Duration.ofMinutes(10);

  /** The machine from some moment on; its version is that of its tags, and starts counts those after its first. */
  record Phase(
      String state, Optional<String> failure, Map<String, String> tags, int version, int starts) {
    Phase in(String newState) {
      return new Phase(newState, failure, tags, version, starts);
    }

    Phase startedAgain() {
      return new Phase("STARTING", failure, tags, version, starts + 1);
    }

    Phase failed(String code) {
      return new Phase("FAILED", Optional.of(code), tags, version, starts);
    }

    Phase tagged(Map<String, String> newTags) {
      return new Phase(state, failure, newTags, version + 1, starts);
    }
  }

  final String id;
  final String zone;
  final String size;
  final String image;
  final boolean spot;
  final Instant created;
  final int number;
  private final TreeMap<Instant, Phase> phases = new TreeMap<>();
  private Optional<Instant> diskGone = Optional.empty();

  FakeMachine(
      String id,
      String zone,
      String size,
      String image,
      boolean spot,
      Map<String, String> tags,
      Instant created,
      int number) {
    this.id = id;
    this.zone = zone;
    this.size = size;
    this.image = image;
    this.spot = spot;
    this.created = created;
    this.number = number;
    phases.put(created, new Phase("QUEUED", Optional.empty(), Map.copyOf(tags), 1, 0));
  }

  /** Returns what a reader sees at that moment: nothing before its birth and some time after its end. */
  Optional<Phase> at(Instant moment) {
    return Optional.ofNullable(phases.floorEntry(moment))
        .filter(phase -> !isOver(phase, moment))
        .map(Map.Entry::getValue);
  }

  private static boolean isOver(Map.Entry<Instant, Phase> phase, Instant moment) {
    return phase.getValue().state().equals("DELETED")
        && !moment.isBefore(phase.getKey().plus(SHOWN_AFTER_END));
  }

  boolean ended(Instant now) {
    return phases.floorEntry(now).getValue().state().equals("DELETED");
  }

  /** Changes its course from now on, and drops every change that was to come. */
  void becomes(Instant when, UnaryOperator<Phase> change) {
    Phase before = phases.floorEntry(when).getValue();
    phases.tailMap(when, false).clear();
    phases.put(when, change.apply(before));
  }

  /** What it will be, unless something comes between. */
  void willBe(Instant when, UnaryOperator<Phase> change) {
    phases.put(when, change.apply(phases.lastEntry().getValue()));
  }

  /** Changes its tags, now and in all that is to come. */
  void tag(Instant now, Map<String, String> tags) {
    Phase before = phases.floorEntry(now).getValue();
    phases.tailMap(now, false).replaceAll((when, phase) -> phase.tagged(Map.copyOf(tags)));
    phases.put(now, before.tagged(Map.copyOf(tags)));
  }

  /** The disk goes when the machine ends, or at once if it has. */
  void diskGoes(Instant now) {
    if (diskGone.isPresent()) {
      return;
    }
    Map.Entry<Instant, Phase> last = phases.lastEntry();
    Instant end = last.getKey();
    diskGone = Optional.of(end.isBefore(now) ? now : end);
  }

  boolean hasDisk(Instant now) {
    return diskGone.isEmpty() || now.isBefore(diskGone.get());
  }

  Map<String, String> lastTags() {
    return phases.lastEntry().getValue().tags();
  }
}
