package io.cloudadapter.testkit.conversation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The kinds of steps of a conversation, each with its weight in the draw. */
enum StepKind {
  /** Freezes a launch, and sends it later, or never. */
  PREPARE(1),
  /** Freezes a launch and sends it. */
  LAUNCH(6),
  /** Sends a launch that is frozen, maybe once more. */
  SEND(6),
  LIST_POOL(5),
  LIST_KEYS(2),
  LIST_IDS(2),
  TERMINATE(9),
  LABEL(2),
  /** Marks a machine of another owner. */
  ADOPT(1),
  /** A machine ends without a call. */
  END(1),
  /** Another process opens the adapter, and makes the calls from then on. */
  REOPEN(1),
  /** A second passes. */
  MOMENT(4),
  /** The time passes within which lists show what was made. */
  LAG(3),
  /** The time passes after which nothing that was sent has an effect any more. */
  SETTLE(2),
  /** A part of a key's lifetime passes, so that the key still counts. */
  PART_OF_KEY_LIFE(1),
  /** The key's lifetime passes, and a second more. */
  KEY_LIFE(1);

  private static final List<StepKind> WEIGHTED = weighted();

  private final int weight;

  StepKind(int weight) {
    this.weight = weight;
  }

  /** All kinds, each as often as its weight says. */
  static List<StepKind> byWeight() {
    return WEIGHTED;
  }

  private static List<StepKind> weighted() {
    List<StepKind> all = new ArrayList<>();
    for (StepKind kind : values()) {
      for (int i = 0; i < kind.weight; i++) {
        all.add(kind);
      }
    }
    return List.copyOf(all);
  }

  /** Whether a request to the cloud belongs to it that a fault can strike. */
  boolean calls() {
    return compareTo(ADOPT) <= 0;
  }

  /** The next shorter wait, of a wait that is not the shortest. */
  Optional<StepKind> shorter() {
    return switch (this) {
      case KEY_LIFE -> Optional.of(PART_OF_KEY_LIFE);
      case PART_OF_KEY_LIFE -> Optional.of(SETTLE);
      case SETTLE -> Optional.of(LAG);
      case LAG -> Optional.of(MOMENT);
      default -> Optional.empty();
    };
  }
}
