package io.cloudadapter.testkit.conversation;

import io.cloudadapter.testkit.run.Trial;
import java.util.List;

/** Chapter 14: conversations. */
public final class ConversationTrials {
  private ConversationTrials() {}

  public static List<Trial> all() {
    return List.of(Trial.of("MP-14.1", DrawnConversation.drawn())
        .needs("MP-2.1", "MP-2.3", "MP-2.5", "MP-2.13", "MP-3.1", "MP-3.9", "MP-4.1", "MP-4.3"));
  }
}
