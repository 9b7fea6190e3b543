package io.cloudadapter.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The example adapter with a bug, or the webhook with one.
 *
 * @param rule the rule that must find it
 * @param bug what it does, in words
 * @param says a part of the message that tells the cause
 * @param drags other rules that such a bug cannot but break
 * @param secured whether it shows only where the cloud is reached by HTTPS
 * @param racy whether it shows only when two threads meet, which on a busy machine they may not do in one run
 * @param edits how the bug comes in
 */
public record AdapterMutant(
    String rule,
    String bug,
    String says,
    Set<String> drags,
    boolean secured,
    boolean racy,
    List<SourceEdit> edits) {

  public static AdapterMutant of(String rule, String bug, String says) {
    return new AdapterMutant(rule, bug, says, Set.of(), false, false, List.of());
  }

  public AdapterMutant drags(String... rules) {
    return new AdapterMutant(rule, bug, says, new TreeSet<>(Set.of(rules)), secured, racy, edits);
  }

  public AdapterMutant behindHttps() {
    return new AdapterMutant(rule, bug, says, drags, true, racy, edits);
  }

  public AdapterMutant race() {
    return new AdapterMutant(rule, bug, says, drags, secured, true, edits);
  }

  /** Changes a class; what it says after may be nothing. */
  public AdapterMutant edit(String type, String before, String after) {
    List<SourceEdit> more = new ArrayList<>(edits);
    more.add(new SourceEdit(type + ".java", before, after));
    return new AdapterMutant(rule, bug, says, drags, secured, racy, List.copyOf(more));
  }

  /** As the tests show it. */
  @Override
  public String toString() {
    return rule + " " + bug;
  }
}
