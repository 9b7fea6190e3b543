package io.cloudadapter.api.hook;

/** The result with which a waiting hook ends. */
public enum HookResult {
  /** The work is done: the next hook of the machine follows, and after the last one the transition itself. */
  CONTINUE,
  /**
   * The work cannot be done. A machine that is about to end does so without its remaining hooks; one that is about to
   * enter service ends and is replaced.
   */
  ABANDON
}
