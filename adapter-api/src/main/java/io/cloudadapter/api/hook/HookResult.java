package io.cloudadapter.api.hook;

/** How a pause ends. */
public enum HookResult {
  /** The work is done: the next hook of the machine follows, then what it was on its way to. */
  CONTINUE,
  /**
   * The work cannot be done. A machine that is about to end does so without its remaining hooks; one that
   * is about to enter service ends and is replaced.
   */
  ABANDON
}
