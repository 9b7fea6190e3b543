package io.cloudadapter.testkit.specs;

import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.subject.CloudResource;
import io.cloudadapter.testkit.subject.SampleLaunch;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tags and user data of characters that mean something to a format, a shell, an address or a screen. */
public final class TextTrials {
  /** What a reader of JSON, XML, YAML, forms, addresses, headers or shells could take for its own. */
  private static final List<String> TEXTS = List.of(
      "say \"hi\"",
      "it's",
      "two\r\nlines\n",
      " blanks around ",
      "",
      "\ud83d\ude80 up \ud83d\udc69\u200d\ud83d\ude80",
      "\u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627",
      "100%25 %41 %zz",
      "a+b c",
      "a&b=c;d",
      "<a href=\"x\">&amp;</a>",
      "back\\slash\\n",
      "tab\there",
      "${HOME} $(id) `id`",
      "{\"json\": [1]}",
      "- yaml: {x: 1} # no",
      "\u00fc\u20ac\u4e2d");

  private static final List<String> NAMES = List.of(
      "with space",
      "a.b/c:d",
      "UPPER",
      "per%cent",
      "plus+",
      "x=y",
      "\u00fcber",
      "a,b",
      "a&b",
      "q\"q");

  private TextTrials() {}

  public static List<Trial> all() {
    return List.of(Trial.of("MP-2.24", TextTrials::textsArrive).needs("MP-2.1", "MP-2.9"));
  }

  private static void textsArrive(TestBench bench) {
    SampleLaunch sample = bench.sample();
    Map<String, String> tags = new LinkedHashMap<>();
    for (int i = 0; i < TEXTS.size(); i++) {
      tags.put("text" + i, TEXTS.get(i));
    }
    NAMES.forEach(name -> tags.put(name, "1"));
    if (sample.maxTags() == 0) {
      bench.leavesOut("tags", "the sample allows none");
    } else {
      tags.forEach((name, value) -> tag(bench, name, value));
    }
    userData(bench);
  }

  // ---- tags

  private static void tag(TestBench bench, String name, String value) {
    SampleLaunch sample = bench.sample();
    if (bytes(name) > sample.maxTagName() || bytes(value) > sample.maxTagValue()) {
      return;
    }
    String what = "a tag \"" + shown(name) + "\" of \"" + shown(value) + "\"";
    LaunchKey key = bench.key();
    CallOutcome attempt = launched(
        bench, LaunchSpecs.tags(bench.spec(), Map.of(name, value)), key, new ArrayList<>());
    boolean allowed = name.matches(sample.tagNames()) && value.matches(sample.tagValues());
    if (!attempt.accepted()) {
      refused(bench, what, attempt);
      bench.require(
          !allowed || !sample.hasTagAlphabet(), what + " is allowed, and was refused: " + attempt);
      return;
    }
    bench.require(allowed, what + " is not allowed, and was accepted");
    for (CloudResource machine : bench.truth().of(key)) {
      bench.require(
          value.equals(machine.tags().get(name)),
          what + " arrived as " + shown(machine.tags().toString()));
    }
  }

  /** Ends of lines as people write them. */
  private static String shown(String text) {
    return text.replace("\r", "\\r").replace("\n", "\\n").replace("\t", "\\t");
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private static CallOutcome launched(
      TestBench bench, LaunchSpec spec, LaunchKey key, List<MachineSighting> made) {
    return bench.attempt(() -> {
      PreparedLaunch prepared = bench.provider().prepare(spec, bench.call());
      made.addAll(bench.provider().launch(prepared, key, 1, bench.call()).machines());
    });
  }

  private static void refused(TestBench bench, String what, CallOutcome attempt) {
    bench.require(
        attempt.sure() && (attempt.is(Kind.INVALID) || attempt.is(Kind.UNSUPPORTED)),
        what + " was neither accepted nor INVALID: " + attempt);
  }

  // ---- user data

  private static void userData(TestBench bench) {
    if (bench.sample().maxUserData() == 0) {
      bench.leavesOut("user data", "the sample allows none");
      return;
    }
    List<String> texts = new ArrayList<>(List.of(" ", "\r\n#!/bin/sh\r\necho 1\r\n\n"));
    texts.add(String.join("\n", TEXTS));
    for (String text : texts) {
      if (bytes(text) <= bench.sample().maxUserData() && !arrives(bench, text)) {
        return;
      }
    }
  }

  /** Returns whether the console could read it. */
  private static boolean arrives(TestBench bench, String text) {
    List<MachineSighting> made = new ArrayList<>();
    CallOutcome attempt =
        launched(bench, LaunchSpecs.userData(bench.spec(), text), bench.key(), made);
    String what = "user data of " + text.length() + " characters, some of them odd,";
    if (!attempt.accepted()) {
      refused(bench, what, attempt);
      return true;
    }
    List<String> arrived = new ArrayList<>();
    boolean told = bench
        .truth()
        .attempts(
            "how user data arrives",
            console -> arrived.add(console.userDataOf(made.get(0).id())));
    if (told) {
      bench.require(
          arrived.get(0).equals(text),
          what + " arrived as " + arrived.get(0).length() + " characters, of which the first "
              + alike(arrived.get(0), text) + " are alike");
    }
    return told;
  }

  private static int alike(String one, String other) {
    int at = 0;
    while (at < Math.min(one.length(), other.length()) && one.charAt(at) == other.charAt(at)) {
      at++;
    }
    return at;
  }
}
