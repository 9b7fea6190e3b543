package io.cloudadapter.api.scaling;

import java.util.ArrayList;
import java.util.List;

/** Collects the sentences of an explanation; without a collector, nothing is written. */
final class ExplanationSteps {
  private final List<String> sentences = new ArrayList<>();

  void add(String sentence) {
    sentences.add(sentence);
  }

  List<String> endingWith(Object result) {
    sentences.add(result.toString());
    return List.copyOf(sentences);
  }
}
