package io.cloudadapter.simulation.mutant;

import java.util.List;
import java.util.Set;

/** Cores that launch wrongly: unrecorded, twice, or too many. */
public final class LaunchMutants {
  private LaunchMutants() {}

  public static List<CoreMutant> all() {
    return List.of(
        new CoreMutant(
            "a launch leaves before its intent is durable",
            "keeper/LaunchSender.java",
            "    ledger.put(sent);\n",
            "    launchBudget.left(step.now());\n",
            Set.of("I1"),
            1),
        new CoreMutant(
            "a retry takes a fresh key",
            "keeper/LaunchSender.java",
            "new LaunchKey(launch.key()), request,",
            "new LaunchKey(launch.attempts() > 0"
                + " ? io.cloudadapter.core.keeper.state.RandomIds.token(settings.random())"
                + " : launch.key()), request,",
            Set.of("I1", "I2"),
            2),
        new CoreMutant(
            "a retry asks for one machine more",
            "keeper/LaunchSender.java",
            "request, launch.asked(), sent.attempts()",
            "request, launch.asked() + (launch.attempts() > 0 ? 1 : 0), sent.attempts()",
            Set.of("I2"),
            2),
        new CoreMutant(
            "an unknown outcome is taken for a refusal",
            "keeper/LaunchSettlement.java",
            "if (error.effect() == CloudException.Effect.NONE && !state.ambiguous && !keyTrouble)",
            "if (!keyTrouble)",
            Set.of("I4"),
            1),
        new CoreMutant(
            "a refusal of the second sending is believed",
            "keeper/LaunchSettlement.java",
            "if (error.effect() == CloudException.Effect.NONE && !state.ambiguous && !keyTrouble)",
            "if (error.effect() == CloudException.Effect.NONE && !keyTrouble)",
            Set.of("I4"),
            4),
        new CoreMutant(
            "what an earlier process may have sent is forgotten",
            "keeper/LaunchMemory.java",
            "          outcomeUnknown(state, \"an earlier process sent it, and its reply is "
                + "unknown\");\n",
            "",
            Set.of("I4"),
            329),
        new CoreMutant(
            "a launch is given up before the cloud's bounds have passed",
            "keeper/LaunchSettlement.java",
            "listStarted.reached(state.lastSent + settings.profile().settle().toNanos())",
            "true",
            Set.of("I4"),
            4),
        new CoreMutant(
            "a launch without key support is sent again",
            "keeper/LaunchMemory.java",
            "if (!settings.profile().keySupport().resendable() || state.stopped || first == null) {",
            "if (!settings.profile().keySupport().resendable()) {\n      return !state.stopped;\n    }\n    "
                + "if (state.stopped || first == null) {",
            Set.of("I2"),
            1),
        new CoreMutant(
            "a launch is given up while its call is out",
            "keeper/LaunchSettlement.java",
            "if (state.calling || launch.operation() != null || !listStarted.reached(state.lastSent))",
            "if (launch.operation() != null || !listStarted.reached(state.lastSent))",
            Set.of("I4"),
            545),
        new CoreMutant(
            "a key is used after the cloud may have forgotten it",
            "keeper/LaunchMemory.java",
            ".lifetime().dividedBy(2)",
            ".lifetime().multipliedBy(100)",
            Set.of("I2"),
            1143));
  }
}
