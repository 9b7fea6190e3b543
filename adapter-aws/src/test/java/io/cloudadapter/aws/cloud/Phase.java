package io.cloudadapter.aws.cloud;

import java.util.Map;
import java.util.TreeMap;

/** An instance from some moment on. */
record Phase(String state, String reason, String message, Map<String, String> tags) {
  static final String GONE = "gone";

  Phase in(String newState) {
    return new Phase(newState, "", "", tags);
  }

  Phase ended(String state, String why, String words) {
    return new Phase(state, why, words, tags);
  }

  Phase tagged(Map<String, String> newTags) {
    return new Phase(state, reason, message, Map.copyOf(newTags));
  }

  Map<String, String> sortedTags() {
    return new TreeMap<>(tags);
  }

  /** True as long as EC2 shows it. */
  boolean shown() {
    return !state.equals(GONE);
  }

  boolean ended() {
    return state.equals("terminated") || state.equals(GONE);
  }
}
