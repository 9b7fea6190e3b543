package io.cloudadapter.simulation.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The events of a scenario, for people. It is written only when a scenario is repeated for its description, because
 * writing takes longer than running.
 */
public final class EventTrace {
  private final boolean kept;
  private final VirtualTime timeline;
  private final List<String> lines = new ArrayList<>();

  public EventTrace(boolean kept, VirtualTime timeline) {
    this.kept = kept;
    this.timeline = timeline;
  }

  public void tell(String who, Supplier<String> what) {
    if (kept) {
      lines.add(String.format(
          "%10.3fs %-7s %s", timeline.nanos() / (double) SeededRandom.SECOND, who, what.get()));
    }
  }

  /** The end of the story, and before that what concerns the machines and launches named in the moral. */
  public String told(String moral, int most) {
    List<String> names = new ArrayList<>();
    for (String word : moral.split("[^A-Za-z0-9-]+", -1)) {
      if (word.matches("(m|out|other|foreign)-[0-9]+|[a-z0-9]{27}|req-.*")) {
        names.add(word);
      }
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (i >= lines.size() - most || names.stream().anyMatch(line::contains)) {
        text.append(line).append('\n');
      }
    }
    return text.toString();
  }
}
