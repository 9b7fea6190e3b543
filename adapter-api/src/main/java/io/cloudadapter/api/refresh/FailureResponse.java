package io.cloudadapter.api.refresh;

/** What a refresh does once too many new machines have failed, or one of its stop alarms stands. */
public enum FailureResponse {
  /** It pauses until a person resumes or cancels it, or has it roll back. */
  PAUSE,
  /** It goes back to the launch template from before. */
  ROLLBACK,
  /** It ends. Machines that it has replaced stay. */
  CANCEL
}
