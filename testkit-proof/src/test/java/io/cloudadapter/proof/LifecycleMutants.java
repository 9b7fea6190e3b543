package io.cloudadapter.proof;

import java.util.List;

/** Chapter 8: from open to close. */
final class LifecycleMutants {
  private LifecycleMutants() {}

  static List<Mutant> all() {
    return List.of(
        Mutant.of("MP-8.1", "cannot be closed twice", "again threw").edit("LarchWire", """
                closed = true;
                """, """
                checkOpen();
                closed = true;
                """),
        Mutant.of("MP-8.2", "works on after its close", "after close").edit("LarchWire", """
                void checkOpen() {
                  if (closed) {
                """, """
                void checkOpen() {
                  if (base.isEmpty()) {
                """),
        Mutant.of("MP-8.3", "lets calls in flight hang at its close", "close")
            .edit("LarchWire", """
                ends.forEach(Runnable::run);
                threads.end();
                """, ""),
        Mutant.of(
                "MP-8.4",
                "shares the calls in flight among accounts",
                "when another adapter was closed")
            .edit("LarchWire", """
                private final Set<Runnable> ends
                """, """
                private static final Set<Runnable> ends
                """),
        Mutant.of(
                "MP-8.4",
                "shares what it has launched among accounts",
                "the same key in two accounts")
            .drags("MP-2.4", "MP-2.5")
            .edit("LarchProvider", """
                LarchOrder order = LarchOrder.thaw(frozen);
                """, """
                if (LAUNCHED.containsKey(key)) {
                  return LAUNCHED.get(key);
                }
                LarchOrder order = LarchOrder.thaw(frozen);
                """)
            .edit("LarchProvider", """
                return LaunchResult.of(List.of(machine));
                """, """
                LAUNCHED.put(key, LaunchResult.of(List.of(machine)));
                return LaunchResult.of(List.of(machine));
                """)
            .edit("LarchProvider", """
                wire.close();
                """, """
                LAUNCHED.clear();
                wire.close();
                """)
            .edit("LarchProvider", """
                private final LarchWire wire;
                """, """
                private static final Map<LaunchKey, LaunchResult> LAUNCHED =
                    new java.util.concurrent.ConcurrentHashMap<>();
                private final LarchWire wire;
                """),
        Mutant.of("MP-8.5", "ends at its close what it launched last", "after close and open")
            .drags("MP-2.12")
            .edit("LarchProvider", """
                return LaunchResult.of(List.of(machine));
                """, """
                ending = () -> terminate(machine.id(), call);
                return LaunchResult.of(List.of(machine));
                """)
            .edit("LarchProvider", """
                wire.close();
                """, """
                try {
                  ending.run();
                } catch (RuntimeException late) {
                  // Then not.
                }
                wire.close();
                """)
            .edit("LarchProvider", """
                private final LarchWire wire;
                """, """
                private volatile Runnable ending = () -> {};
                private final LarchWire wire;
                """));
  }
}
