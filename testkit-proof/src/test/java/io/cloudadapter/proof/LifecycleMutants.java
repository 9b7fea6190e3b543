package io.cloudadapter.proof;

import java.util.List;

/** Chapter 8: from open to close. */
final class LifecycleMutants {
  private LifecycleMutants() {}

  static List<AdapterMutant> all() {
    return List.of(
        AdapterMutant.of("MP-8.1", "cannot be closed twice", "again threw")
            .edit("HttpTransport", """
                closed = true;
                """, """
                checkOpen();
                closed = true;
                """),
        AdapterMutant.of("MP-8.2", "works on after its close", "after close")
            .edit("HttpTransport", """
                void checkOpen() {
                  if (closed) {
                """, """
                void checkOpen() {
                  if (largestReply < 0) {
                """),
        AdapterMutant.of("MP-8.3", "lets calls in flight hang at its close", "close")
            .edit("HttpTransport", """
                ends.forEach(Runnable::run);
                threads.end();
                """, ""),
        AdapterMutant.of(
                "MP-8.4",
                "shares the calls in flight among accounts",
                "when another adapter was closed")
            .edit("HttpTransport", """
                private final Set<Runnable> ends
                """, """
                private static final Set<Runnable> ends
                """),
        AdapterMutant.of(
                "MP-8.4",
                "shares what it has launched among accounts",
                "the same key in two accounts")
            .drags("MP-2.4", "MP-2.5")
            .edit("LarchProvider", """
                LarchLaunchRequest order = LarchLaunchRequest.thaw(frozen);
                """, """
                if (LAUNCHED.containsKey(key)) {
                  return LAUNCHED.get(key);
                }
                LarchLaunchRequest order = LarchLaunchRequest.thaw(frozen);
                """)
            .edit("LarchProvider", """
                return LaunchResult.of(List.of(machine));
                """, """
                LAUNCHED.put(key, LaunchResult.of(List.of(machine)));
                return LaunchResult.of(List.of(machine));
                """)
            .edit("LarchProvider", """
                api.close();
                """, """
                LAUNCHED.clear();
                api.close();
                """)
            .edit("LarchProvider", """
                private final LarchApi api;
                """, """
                private static final Map<LaunchKey, LaunchResult> LAUNCHED =
                    new java.util.concurrent.ConcurrentHashMap<>();
                private final LarchApi api;
                """),
        AdapterMutant.of(
                "MP-8.5", "ends at its close what it launched last", "after close and open")
            .drags("MP-2.12")
            .edit("LarchProvider", """
                return LaunchResult.of(List.of(machine));
                """, """
                ending = () -> terminate(machine.id(), call);
                return LaunchResult.of(List.of(machine));
                """)
            .edit("LarchProvider", """
                api.close();
                """, """
                try {
                  ending.run();
                } catch (RuntimeException late) {
                  // Then not.
                }
                api.close();
                """)
            .edit("LarchProvider", """
                private final LarchApi api;
                """, """
                private volatile Runnable ending = () -> {};
                private final LarchApi api;
                """));
  }
}
