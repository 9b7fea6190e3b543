package io.cloudadapter.aws.cloud;

import java.util.Map;
import java.util.TreeMap;

/** An instance from some moment on. */
record InstancePhase(String state, String reason, String message, Map<String, String> tags) {
  static final String GONE = "gone";

  InstancePhase in(String newState) {
    return new InstancePhase(newState, "", "", tags);
  }

  InstancePhase ended(String state, String why, String words) {
    return new InstancePhase(state, why, words, tags);
  }

  InstancePhase tagged(Map<String, String> newTags) {
    return new InstancePhase(state, reason, message, Map.copyOf(newTags));
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
