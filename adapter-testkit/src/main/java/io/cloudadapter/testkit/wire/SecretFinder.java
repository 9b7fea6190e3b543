package io.cloudadapter.testkit.wire;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the secrets that a text shows, in any of their {@link SecretEncodings}. It reads a text once, for all secrets
 * together: a run looks for hundreds of forms in thousands of texts. May be used by any thread.
 */
public final class SecretFinder {
  /** Forms are looked up by so many of their first characters. */
  private static final int START = 4;

  private static final int SLOTS = 1 << 14;

  private record Form(String text, String secret) {}

  private final Set<String> known = new HashSet<>();
  private final Map<Integer, List<Form>> forms = new HashMap<>();
  private final List<Form> shorter = new ArrayList<>();

  /** Where a form may begin: rules out nearly all places of a text without a look at the map. */
  private final boolean[] slots = new boolean[SLOTS];

  /** One that has no secret to find yet. */
  public SecretFinder() {}

  /**
   * Adds a secret, to be found from now on.
   *
   * @param secret the secret; an empty one is never found
   */
  public synchronized void add(String secret) {
    if (!known.add(secret)) {
      return;
    }
    for (String text : SecretEncodings.of(secret)) {
      Form form = new Form(text, secret);
      if (text.length() < START) {
        shorter.add(form);
      } else {
        int start = start(text, 0);
        slots[slot(start)] = true;
        forms.computeIfAbsent(start, none -> new ArrayList<>()).add(form);
      }
    }
  }

  /**
   * The secrets that a text shows.
   *
   * @param text any text
   * @return those that were added and that the text holds in one of their forms
   */
  public synchronized Set<String> in(String text) {
    Set<String> found = new HashSet<>();
    for (int at = 0; at <= text.length() - START; at++) {
      int start = start(text, at);
      if (slots[slot(start)]) {
        for (Form form : forms.getOrDefault(start, List.of())) {
          if (text.startsWith(form.text(), at)) {
            found.add(form.secret());
          }
        }
      }
    }
    shorter.stream()
        .filter(form -> text.contains(form.text()))
        .forEach(form -> found.add(form.secret()));
    return found;
  }

  private static int start(String text, int at) {
    int hash = 0;
    for (int i = at; i < at + START; i++) {
      hash = 31 * hash + text.charAt(i);
    }
    return hash;
  }

  private static int slot(int start) {
    return (start ^ (start >>> 14)) & (SLOTS - 1);
  }
}
