package io.cloudadapter.core.keeper.refresh;

import io.cloudadapter.api.LaunchTemplate;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.TemplateRecord;
import io.cloudadapter.core.template.TemplateDigest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Compares the launch templates of machines with the pool's present one, for the view. Machines of one template share
 * what is shown.
 */
public final class ShownTemplates {
  /** A template, and the fields in which it differs from the present one. */
  public record Shown(Optional<LaunchTemplate> template, List<String> drift) {}

  private static final Shown UNKNOWN = new Shown(Optional.empty(), List.of());

  private final Ledger ledger;
  private final Map<Integer, Shown> byNumber = new HashMap<>();
  private int comparedWith;
  private long comparedAt;

  public ShownTemplates(Ledger ledger) {
    this.ledger = ledger;
  }

  /** The template of launches that are planned now. */
  public Optional<LaunchTemplate> present() {
    return byNumber(ledger.pool().profile()).template();
  }

  public Shown of(LaunchRecord launch) {
    return byNumber(launch.profile());
  }

  public Shown of(MachineRecord machine) {
    return machine.key() == null ? UNKNOWN : byNumber(machine.profile());
  }

  private Shown byNumber(int number) {
    int present = ledger.pool().profile();
    long changes = ledger.templates().changes();
    if (comparedWith != present || comparedAt != changes) {
      byNumber.clear();
      comparedWith = present;
      comparedAt = changes;
    }
    return byNumber.computeIfAbsent(number, made -> compared(made, present));
  }

  private Shown compared(int number, int present) {
    Optional<TemplateDigest> was = digest(number);
    Optional<TemplateDigest> is = digest(present);
    // A digest under another key shows neither that two templates differ nor that they are equal.
    if (was.isEmpty() || is.isEmpty() || !was.get().comparable(is.get())) {
      return UNKNOWN;
    }
    List<String> differs = is.get().differences(was.get());
    if (differs.isEmpty() && !is.equals(was)) {
      return UNKNOWN; // The image of one of them was never resolved.
    }
    return new Shown(Optional.of(new LaunchTemplate(number, was.get().all())), differs);
  }

  private Optional<TemplateDigest> digest(int number) {
    return ledger.templates().find(number).map(TemplateRecord::digest);
  }
}
