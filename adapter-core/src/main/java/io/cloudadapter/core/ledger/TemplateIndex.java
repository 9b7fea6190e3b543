package io.cloudadapter.core.ledger;

import io.cloudadapter.core.template.TemplateDigest;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The launch templates that a ledger holds, by number. */
public final class TemplateIndex {
  /** How many templates are kept that no machine and no launch has any more. */
  private static final int KEPT = 20;

  private final TreeMap<Integer, TemplateRecord> templates = new TreeMap<>();
  private long changes;

  TemplateIndex() {}

  void put(TemplateRecord template) {
    templates.put(template.number(), template);
    changes++;
  }

  /** A number that differs once a template has been added, or has got its image. */
  public long changes() {
    return changes;
  }

  /** Those without a resolved image that have the same image as configured. */
  public List<TemplateRecord> unresolved(TemplateDigest configured) {
    return templates.values().stream()
        .filter(template -> template.image().isEmpty())
        .filter(template -> template.digest().sharesImage(configured))
        .toList();
  }

  /** To which id the image of a configuration was resolved last; empty if it never was. */
  public Optional<String> lastImage(TemplateDigest configured) {
    return templates.descendingMap().values().stream()
        .filter(template -> template.digest().sharesImage(configured))
        .flatMap(template -> template.image().stream())
        .findFirst();
  }

  /** The template of a number; empty if the ledger does not hold it. */
  public Optional<TemplateRecord> find(int number) {
    return Optional.ofNullable(templates.get(number));
  }

  /**
   * The fields in which two templates differ.
   *
   * @return their names; empty if one of the two is unknown, or the key of digests has changed between them
   */
  List<String> differences(int one, int other) {
    Optional<TemplateDigest> first = find(one).map(TemplateRecord::digest);
    Optional<TemplateDigest> second = find(other).map(TemplateRecord::digest);
    return first.isPresent() && second.isPresent() && first.get().comparable(second.get())
        ? first.get().differences(second.get())
        : List.of();
  }

  /** Templates before the last {@value #KEPT} that no machine and no open launch has are forgotten. */
  List<TemplateRecord> dropUnused(
      Collection<MachineRecord> machines, Collection<LaunchRecord> launches) {
    if (templates.size() <= KEPT) {
      return List.of();
    }
    Set<Integer> needed = new HashSet<>();
    machines.forEach(machine -> needed.add(machine.profile()));
    launches.forEach(launch -> needed.add(launch.profile()));
    List<TemplateRecord> unused =
        templates.headMap(templates.lastKey() - KEPT + 1).values().stream()
            .filter(template -> !needed.contains(template.number()))
            .toList();
    unused.forEach(template -> templates.remove(template.number()));
    return unused;
  }
}
