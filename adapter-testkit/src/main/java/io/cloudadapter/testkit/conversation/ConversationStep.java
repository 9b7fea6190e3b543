package io.cloudadapter.testkit.conversation;

import java.util.ArrayList;
import java.util.List;

/**
 * One step of a conversation, as it is drawn: without regard to what the adapter and its cloud do, so that any steps of
 * a conversation are a conversation.
 *
 * @param kind what happens
 * @param which which of the latest launches or machines it is about, 0 for the last one; for a new launch, its zone
 * @param fault which of the faults that can strike there strikes its request, from 1; 0 for none
 */
record ConversationStep(StepKind kind, int which, int fault) {

  /** The same step with one thing made simpler, most of all first. */
  List<ConversationStep> simpler() {
    List<ConversationStep> all = new ArrayList<>();
    kind.shorter().ifPresent(wait -> all.add(new ConversationStep(wait, which, fault)));
    if (fault > 0) {
      all.add(new ConversationStep(kind, which, 0));
    }
    if (which > 0) {
      all.add(new ConversationStep(kind, 0, fault));
    }
    return all;
  }
}
