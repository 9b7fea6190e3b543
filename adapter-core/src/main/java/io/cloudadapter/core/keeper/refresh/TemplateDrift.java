package io.cloudadapter.core.keeper.refresh;

import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.TemplateRecord;
import io.cloudadapter.core.template.TemplateDigest;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Which machines are known to differ from one launch template. An unknown template is no difference. */
final class TemplateDrift {
  private final Ledger ledger;
  private final Optional<TemplateDigest> wanted;
  private final Map<Integer, Boolean> differs = new HashMap<>();

  /** Compares with the template of a number. */
  TemplateDrift(Ledger ledger, int template) {
    this.ledger = ledger;
    this.wanted = digest(template);
  }

  private Optional<TemplateDigest> digest(int number) {
    return ledger.templates().find(number).map(TemplateRecord::digest);
  }

  boolean of(MachineRecord machine) {
    return machine.key() != null && differs.computeIfAbsent(machine.profile(), this::differs);
  }

  private boolean differs(int number) {
    Optional<TemplateDigest> made = digest(number);
    return made.isPresent() && wanted.filter(made.get()::differsFrom).isPresent();
  }
}
