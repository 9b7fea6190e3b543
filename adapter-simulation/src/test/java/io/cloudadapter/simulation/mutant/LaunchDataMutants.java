package io.cloudadapter.simulation.mutant;

import java.util.List;
import java.util.Set;

/** Cores that confuse the values of single launches, such as join tokens. */
public final class LaunchDataMutants {
  private static final String SENDER = "keeper/LaunchSender.java";

  private LaunchDataMutants() {}

  public static List<CoreMutant> all() {
    return List.of(
        new CoreMutant(
            "a launch is sent again with values that were made since",
            SENDER,
            "    send(launch, request);\n    return true;\n",
            "    send(launch, prepared.values().stream()\n"
                + "        .findFirst().map(PreparedRequest::request).orElse(request));\n"
                + "    return true;\n",
            Set.of("I1", "I2"),
            3),
        new CoreMutant(
            "a launch takes the values of another one",
            SENDER,
            "PreparedRequest ready = prepared.get(purpose);",
            "PreparedRequest ready = prepared.values().stream().findFirst().orElse(null);",
            Set.of("I2"),
            1),
        new CoreMutant(
            "launches of a zone share what one of them was prepared with",
            SENDER,
            "settings.perLaunchData() ? Optional.of(new LaunchKey(launch.key())) : Optional.empty()",
            "Optional.empty()",
            Set.of("I2"),
            1),
        new CoreMutant(
            "a launch with values for one machine asks for several",
            "protocol/KeeperConfig.java",
            "return perLaunchData ? 1 : profile.maxPerKey();",
            "return profile.maxPerKey();",
            Set.of("I3"),
            3));
  }
}
