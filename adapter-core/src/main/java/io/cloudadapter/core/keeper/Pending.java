package io.cloudadapter.core.keeper;

import io.cloudadapter.api.PoolException.Reason;

/** A command that waits for its answer. */
final class Pending {
  private final Work work;
  private final Replies replies;
  private final Command command;
  private final Caller caller;

  Pending(Work work, Replies replies, Event.Asked asked) {
    this.work = work;
    this.replies = replies;
    this.command = asked.command();
    this.caller = asked.caller();
  }

  Command command() {
    return command;
  }

  /** It is done, once this atom is durable; what its key stands for is written down with it. */
  void accept() {
    replies.acknowledge(command, caller);
    work.answer(caller);
  }

  void refuse(Reason reason, String message, String detail) {
    work.refuse(caller, reason, message, detail);
  }
}
