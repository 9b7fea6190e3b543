package io.cloudadapter.core.keeper;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.spi.Marks;
import io.cloudadapter.spi.ProviderProfile;
import io.cloudadapter.spi.Sighting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One machine of the hostile cloud: everything that was ever true of it, so that lists can be late. */
final class CloudMachine {

  /** What was true from a moment on. */
  record Fact(long at, MachineState state, Sighting.End end, Optional<Marks> marks) {}

  final MachineId id;
  final @Nullable String key;
  final Optional<String> zone;
  private final List<Fact> facts = new ArrayList<>();

  CloudMachine(
      String id,
      @Nullable String key,
      Optional<String> zone,
      long at,
      MachineState state,
      Optional<Marks> marks) {
    this.id = new MachineId(id);
    this.key = key;
    this.zone = zone;
    facts.add(new Fact(at, state, Sighting.End.NOT_ENDED, marks));
  }

  Fact truth() {
    return facts.get(facts.size() - 1);
  }

  boolean alive() {
    return truth().end() != Sighting.End.FINAL;
  }

  void become(long at, MachineState state, Sighting.End end) {
    facts.add(new Fact(at, state, end, truth().marks()));
  }

  void mark(long at, Optional<Marks> marks) {
    facts.add(new Fact(at, truth().state(), truth().end(), marks));
  }

  /**
   * What a list shows of it that began at some time and looks at the truth of another, as far as the
   * cloud's promises allow.
   */
  Optional<Fact> seen(long started, long looksAt, ProviderProfile profile, long retention) {
    Fact seen = null;
    for (Fact fact : facts) {
      boolean ends = fact.end() == Sighting.End.FINAL;
      long within = seen == null || marksChange(seen, fact)
          ? profile.visibleWithin().toNanos()
          : ends ? profile.goneWithin().toNanos() : profile.listLag().toNanos();
      if (fact.at() <= looksAt || fact.at() + within <= started) {
        seen = fact;
      }
    }
    if (seen != null
        && seen.end() == Sighting.End.FINAL
        && Math.max(started, looksAt) > seen.at() + retention) {
      return Optional.empty();
    }
    return Optional.ofNullable(seen);
  }

  private static boolean marksChange(Fact before, Fact after) {
    return !before.marks().equals(after.marks());
  }
}
