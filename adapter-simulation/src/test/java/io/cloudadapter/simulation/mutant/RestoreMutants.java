package io.cloudadapter.simulation.mutant;

import java.util.List;
import java.util.Set;

/** Defects that restores could have. Nothing but a story with a restore can find them. */
public final class RestoreMutants {
  private RestoreMutants() {}

  public static List<CoreMutant> all() {
    return List.of(
        new CoreMutant(
            "a restore keeps the epoch",
            "backup/RestoredContents.java",
            "LEAP = 1L << 32;",
            "LEAP = 0;",
            Set.of("I8"),
            1),
        new CoreMutant(
            "a restore keeps the launches, so that they are sent again",
            "ledger/RestoredRecords.java",
            "return launch.unresolved()",
            "return false && launch.unresolved()",
            Set.of("I9"),
            222),
        new CoreMutant(
            "a restored launch that was only planned is sent",
            "ledger/RestoredRecords.java",
            "return launch.unresolved()",
            "return launch.status() == LaunchRecord.Status.SENT",
            Set.of("I9"),
            222),
        new CoreMutant(
            "a restore fires the deadlines of hooks",
            "keeper/lifecycle/LifecycleHooks.java",
            "    if (!ledger.pool().restored()) {\n      beginTimers();\n    }",
            "    beginTimers();",
            Set.of("D"),
            1),
        new CoreMutant(
            "a hook of a restored ledger gets only what is left until its old deadline",
            "keeper/lifecycle/LifecycleHooks.java",
            "ledger.put(hook.resumed(step.wall(), left, limit));",
            "ledger.put(hook.resumed(step.wall(), Duration.ofSeconds(1), limit));",
            Set.of("D"),
            1),
        new CoreMutant(
            "a restored pool acts before a person has decided",
            "keeper/state/PoolFreeze.java",
            "&& !ledger.pool().restored()",
            "",
            Set.of("W"),
            4),
        new CoreMutant(
            "the revision of views forgets the restore",
            "keeper/state/ViewRevision.java",
            "(openings + (restores << OPENINGS))",
            "openings",
            Set.of("I6"),
            1),
        new CoreMutant(
            "an action that may have been done since the backup is done again",
            "keeper/action/ActionRunner.java",
            "if (mayHaveBegun(action, restore)) {",
            "if (mayHaveBegun(action, restore) && callsUnderWay > 1_000_000) {",
            Set.of("A"),
            24),
        new CoreMutant(
            "an action that can be looked for is done again without a look",
            "keeper/action/ActionRunner.java",
            "if (action.repeat() != Repeat.TRACEABLE || !free) {",
            "if (action.repeat() == Repeat.TRACEABLE && free) {\n      begin(action);\n      return;\n"
                + "    }\n    if (action.repeat() != Repeat.TRACEABLE || !free) {",
            Set.of("A"),
            24),
        new CoreMutant(
            "an action of a restored ledger gets its whole time anew",
            "keeper/action/ActionRunner.java",
            "edit.deadline = action.deadline().plus(later);",
            "edit.deadline = step.wall().plus(Duration.between(action.createdAt(), action.deadline()));",
            Set.of("T"),
            37),
        new CoreMutant(
            "the time that an action has is counted from the restore, not from the backup",
            "keeper/action/ActionRunner.java",
            "Instant since = later(action.createdAt(), restore.takenAt());",
            "Instant since = restore.restoredAt();",
            Set.of("T"),
            32));
  }
}
