package io.cloudadapter.core.keeper.refresh;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.core.keeper.state.AlarmRegistry;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.LaunchBackoff;
import io.cloudadapter.core.keeper.state.LaunchFailures;
import io.cloudadapter.core.keeper.state.PresentLaunch;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.ledger.PoolRecord.HeldTemplate;
import io.cloudadapter.core.ledger.RefreshRecord;
import io.cloudadapter.core.ledger.TemplateRecord;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.protocol.LaunchVersion;
import io.cloudadapter.core.template.TemplateDigest;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Takes a pool back to the launch template from before a refresh. Launches are made from that template from then on,
 * as long as the configuration has the rejected one; the refresh goes on to the earlier template.
 */
public final class RefreshRollback {
  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final AlarmRegistry alarms;
  private final LaunchBackoff launchBackoff;
  private final LaunchFailures launchFailures;

  public RefreshRollback(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      AlarmRegistry alarms,
      LaunchBackoff launchBackoff,
      LaunchFailures launchFailures) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.alarms = alarms;
    this.launchBackoff = launchBackoff;
    this.launchFailures = launchFailures;
  }

  /**
   * The template that most machines have that differ from a refresh's one; of several the newest.
   *
   * @param template the number of the template that the refresh is to
   * @return its number; 0 if no machine has another known template
   */
  int previous(int template) {
    Optional<TemplateDigest> wanted = digest(template);
    Map<TemplateDigest, Integer> counts = new HashMap<>();
    Map<TemplateDigest, Integer> numbers = new HashMap<>();
    for (MachineRecord machine : ledger.machines()) {
      Optional<TemplateDigest> made = machine.effective() && machine.key() != null
          ? digest(machine.profile())
          : Optional.empty();
      if (made.isPresent() && wanted.filter(made.get()::mayEqual).isEmpty()) {
        counts.merge(made.get(), 1, Integer::sum);
        numbers.merge(made.get(), machine.profile(), Math::max);
      }
    }
    int previous = 0;
    int most = 0;
    for (Map.Entry<TemplateDigest, Integer> entry : counts.entrySet()) {
      int number = numbers.getOrDefault(entry.getKey(), 0);
      if (entry.getValue() > most || (entry.getValue() == most && number > previous)) {
        previous = number;
        most = entry.getValue();
      }
    }
    return previous;
  }

  /**
   * The template to which a pool goes back after a refresh for age: the one from before its template. A refresh to the
   * same template has it, and its record gives way to that of the refresh for age.
   *
   * @param template the number of the present template
   * @return its number; 0 if that is unknown
   */
  int previousOfAged(int template) {
    return previousOfLast(template).orElseGet(() -> previous(template));
  }

  /**
   * The template to which a pool goes back after a refresh that a caller asks for. One in which no machine differs
   * takes it over from the refresh before, whose record gives way.
   *
   * @param template the number of the template that the refresh is to
   * @return its number; 0 if that is unknown
   */
  int previousOfRequested(int template) {
    int differs = previous(template);
    return differs > 0 ? differs : previousOfLast(template).orElse(0);
  }

  private Optional<Integer> previousOfLast(int template) {
    return ledger
        .refresh()
        .filter(last -> last.template() == template && !last.isRollback() && last.previous() > 0)
        .map(RefreshRecord::previous);
  }

  private Optional<TemplateDigest> digest(int number) {
    return ledger.templates().find(number).map(TemplateRecord::digest);
  }

  /** The template that a refresh would bring machines to; for one that goes back, the one that launches have. */
  private int configured(RefreshRecord refresh) {
    HeldTemplate held = ledger.pool().held();
    return held == null || refresh.isRollback() ? ledger.pool().profile() : held.rejected();
  }

  /** Why a refresh cannot go back; empty if it can. */
  Optional<String> obstacle(RefreshRecord refresh) {
    if (refresh.template() != configured(refresh)) {
      return Optional.of(
          "the launch template has changed since, to number " + ledger.pool().profile());
    }
    if (refresh.previous() == 0) {
      return Optional.of("no machine had another known launch template at its start");
    }
    Optional<TemplateRecord> template = ledger.templates().find(refresh.previous());
    if (template.isEmpty() || digest(refresh.template()).isEmpty()) {
      return Optional.of("launch template " + refresh.previous() + " is not known any more");
    }
    return PresentLaunch.version(settings, template.get()).isPresent()
        ? Optional.empty()
        : Optional.of("no stored version of the pool's configuration has launch template "
            + refresh.previous());
  }

  /**
   * Goes back; there is no {@link #obstacle}.
   *
   * @param refresh the refresh, under the id that the rollback is to have
   * @param why why it goes back, for people
   * @return the refresh on its way back, which is not written yet
   */
  RefreshRecord begin(RefreshRecord refresh, String why) {
    // What failed may be what has changed: launches of the earlier template are tried at once.
    launchBackoff.lift();
    launchFailures.reset();
    if (refresh.isRollback()) {
      return refresh.rollsBackAgain(why);
    }
    PoolRecord pool = ledger.pool();
    TemplateRecord earlier = ledger.templates().find(refresh.previous()).orElseThrow();
    LaunchVersion version = PresentLaunch.version(settings, earlier).orElseThrow();
    int number = pool.profile() + 1;
    ledger.put(earlier.renumbered(number, step.wall()));
    ledger.put(pool.edit(edit -> {
      edit.profile = number;
      edit.held = new HeldTemplate(refresh.template(), version.version());
    }));
    return refresh.rollsBack(number, why);
  }

  /** Shows as an alarm that launches are made from another template than the configuration has. */
  void showHeld() {
    HeldTemplate held = ledger.pool().held();
    if (held == null) {
      alarms.clear(Alarm.Code.TEMPLATE_HELD);
      return;
    }
    Optional<TemplateDigest> present = digest(ledger.pool().profile());
    Optional<TemplateDigest> rejected = digest(held.rejected());
    String fields = present.isPresent() && rejected.isPresent()
        ? String.join(", ", present.get().differences(rejected.get()))
        : "";
    alarms.raise(
        Alarm.Code.TEMPLATE_HELD,
        "launches are made as version " + held.version()
            + " of the pool's configuration has it, since a rollback; the configuration still has"
            + " launch template " + held.rejected()
            + (fields.isEmpty() ? "" : ", which differs in " + fields)
            + (rejected.filter(digest -> digest.isUnder(settings.templateKey())).isPresent()
                ? ": change the configuration, or start another refresh"
                : "; the key that shows changes of the configuration is lost: start another"
                    + " refresh"),
        step.wall());
  }
}
