package io.cloudadapter.testkit.trials;

import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.CoreRetryModel;
import io.cloudadapter.testkit.run.ResourceRelease;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.specs.LaunchSpecs;
import io.cloudadapter.testkit.subject.CloudResource;
import io.cloudadapter.testkit.subject.SampleLaunch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Chapter 2: what a launch asks for, and what one that failed leaves. */
final class LaunchRequestTrials {
  /** User data that has room for more than a password. */
  private static final int ENOUGH = 100;

  private static final int PASSWORD = 40;
  private static final String WIDE = "\u00e4\u20ac\ud83d\ude00";
  private static final int WIDE_BYTES = 9;

  private LaunchRequestTrials() {}

  static List<Trial> all() {
    return List.of(
        Trial.of("MP-2.7", LaunchRequestTrials::tagsHideNoMark).needs("MP-2.1", "MP-3.1"),
        Trial.of("MP-2.8", LaunchRequestTrials::failuresLeaveNothing)
            .needs("MP-2.1")
            .withFaults(),
        Trial.of("MP-2.9", LaunchRequestTrials::limits).needs("MP-2.1"));
  }

  // ---- tags

  private static void tagsHideNoMark(TestBench bench) {
    SampleLaunch sample = bench.sample();
    List<Map<String, String>> sets = new ArrayList<>();
    for (String name : List.of(
        "CA-POOL", "Ca-Inc", "cA-kEY", "pool", "inc", "key", "name", "Name", "incarnation", "id")) {
      sets.add(Map.of(name, TestBench.OTHER_POOL.value()));
    }
    for (String value : List.of(
        "x;ca-pool=" + TestBench.OTHER_POOL,
        "x,ca-key:" + bench.key(),
        "x\",\"ca-pool\":\"y",
        "x y/z")) {
      sets.add(Map.of("note", value));
    }
    // Names before and after those of the marks, as many as there may be.
    Map<String, String> many = new TreeMap<>();
    for (int i = 0; i < sample.maxTags(); i++) {
      many.put((i % 2 == 0 ? "a" : "z") + i, Integer.toString(i));
    }
    sets.add(many);
    for (Map<String, String> tags : sets) {
      if (fit(sample, tags)) {
        keepsMarks(bench, tags);
      } else {
        bench.leavesOut("tags like " + tags, "the sample has no room for them");
      }
    }
  }

  private static boolean fit(SampleLaunch sample, Map<String, String> tags) {
    return tags.size() <= sample.maxTags()
        && tags.entrySet().stream()
            .allMatch(tag -> tag.getKey().length() <= sample.maxTagName()
                && tag.getValue().length() <= sample.maxTagValue());
  }

  /** A cloud may refuse a name or a value; what it takes must do no harm. */
  private static void keepsMarks(TestBench bench, Map<String, String> tags) {
    LaunchKey key = bench.key();
    List<MachineSighting> made = new ArrayList<>();
    CallOutcome attempt = bench.attempt(() -> {
      PreparedLaunch frozen =
          bench.provider().prepare(bench.spec(TestBench.POOL, tags), bench.call());
      made.addAll(KeyTrials.send(bench, frozen, key).machines());
    });
    if (!attempt.accepted()) {
      bench.require(
          attempt.sure() && (attempt.is(Kind.INVALID) || attempt.is(Kind.UNSUPPORTED)),
          "a launch with the tags " + tags + " was neither accepted nor INVALID: " + attempt);
      return;
    }
    CloudResource resource = bench.truth().of(key).stream()
        .findFirst()
        .orElseThrow(() -> new RuleViolation("with the tags " + tags + " launch returned " + made
            + ", but no machine has key " + key + "; there are " + bench.truth().resources()));
    bench.require(
        resource.tags().entrySet().containsAll(bench.marks(key).toTags().entrySet()),
        "launched with the tags " + tags + ", the machine has " + resource.tags());
    bench.time().passLag();
    bench.require(
        bench
            .lists()
            .pool()
            .row(made.get(0).id())
            .filter(row -> row.key().equals(bench.marks(key).key()))
            .isPresent(),
        "launched with the tags " + tags + ", " + made + " is not listed with its key");
  }

  // ---- what a failed launch leaves

  private static void failuresLeaveNothing(TestBench bench) {
    CoreRetryModel core = new CoreRetryModel(bench);
    PreparedLaunch frozen = core.prepare();
    // Where the test cloud cannot inject a refusal, the faults of the sweep do.
    boolean refused = bench
        .truth()
        .attempts(
            "a launch that the cloud refuses", console -> console.refuseLaunches(Kind.CAPACITY));
    Optional<MachineSighting> made = core.launch(frozen, bench.key());
    bench.require(
        !refused || made.isEmpty(), "the cloud refuses launches, but launch returned " + made);
    bench.time().pass(bench.profile().settle());
    if (made.isPresent()) {
      return;
    }
    bench.sweep(false);
    ResourceRelease.ofGone(bench, bench.another(), TestBench.POOL);
    List<CloudResource> left = bench.truth().resources();
    bench.require(left.isEmpty(), "a launch that failed has left " + left);
  }

  // ---- limits

  private static void limits(TestBench bench) {
    SampleLaunch sample = bench.sample();
    int name = sample.maxTagName();
    int value = sample.maxTagValue();
    Map<String, String> longest = new LinkedHashMap<>();
    for (int i = 0; i < sample.maxTags(); i++) {
      longest.put(text(i, name), text(i, value));
    }
    LaunchSpec spec = bench.spec(TestBench.POOL, longest);
    if (sample.maxUserData() > 0) {
      spec = LaunchSpecs.userData(spec, text(0, sample.maxUserData()));
    }
    LaunchKey key = bench.key();
    MachineSighting made = KeyTrials.send(bench, bench.provider().prepare(spec, bench.call()), key)
        .machines()
        .get(0);
    for (CloudResource resource : bench.truth().of(key)) {
      bench.require(
          resource.tags().entrySet().containsAll(longest.entrySet()),
          "launched with the longest tags " + longest + ", " + made.id() + " has "
              + resource.tags());
    }
    Map<String, String> tooMany = new LinkedHashMap<>(longest);
    tooMany.put("one-more", "x");
    tooLong(bench, bench.spec(TestBench.POOL, tooMany), "with " + tooMany.size() + " tags");
    if (sample.maxTags() > 0) {
      tooLong(
          bench,
          bench.spec(TestBench.POOL, Map.of(text(0, name + 1), "x")),
          "with a tag's name of " + (name + 1));
      tooLong(
          bench,
          bench.spec(TestBench.POOL, Map.of("long", text(0, value + 1))),
          "with a tag's value of " + (value + 1));
    } else {
      bench.leavesOut("tags that are too long", "the sample allows none at all");
    }
    arrivesWhole(bench);
    int data = sample.maxUserData() + 1;
    tooLong(
        bench,
        LaunchSpecs.userData(bench.spec(), text(0, data)),
        "with " + data + " bytes of user data");
  }

  /** Limits are in bytes, and letters may have several of them. A cloud may refuse such, but not spoil them. */
  private static void arrivesWhole(TestBench bench) {
    int most = bench.sample().maxUserData();
    if (most < ENOUGH) {
      bench.leavesOut("user data beyond ASCII", "the sample allows " + most + " bytes");
      return;
    }
    String longest = wide(bench, most);
    List<MachineSighting> made = new ArrayList<>();
    CallOutcome attempt = bench.attempt(() -> made.addAll(KeyTrials.send(
            bench,
            bench.provider().prepare(LaunchSpecs.userData(bench.spec(), longest), bench.call()),
            bench.key())
        .machines()));
    if (made.isEmpty()) {
      bench.require(
          attempt.sure() && (attempt.is(Kind.INVALID) || attempt.is(Kind.UNSUPPORTED)),
          "a launch with user data beyond ASCII was neither accepted nor INVALID: " + attempt);
      bench.leavesOut("how user data beyond ASCII arrives", "the adapter refuses it");
      return;
    }
    List<String> arrived = new ArrayList<>();
    if (bench
        .truth()
        .attempts(
            "how user data arrives",
            console -> arrived.add(console.userDataOf(made.get(0).id())))) {
      bench.require(
          arrived.get(0).equals(longest),
          "user data of " + most + " bytes beyond ASCII did not arrive as it was: "
              + arrived.get(0).length() + " characters of " + longest.length()
              + " are there, the first " + common(arrived.get(0), longest) + " alike");
    }
    tooLong(
        bench,
        LaunchSpecs.userData(bench.spec(), wide(bench, most + 1)),
        "with " + (most + 1) + " bytes of user data in fewer characters");
  }

  private static int common(String one, String other) {
    int at = 0;
    while (at < Math.min(one.length(), other.length()) && one.charAt(at) == other.charAt(at)) {
      at++;
    }
    return at;
  }

  /** User data of so many bytes, most of them of letters that have two, three and four. */
  private static String wide(TestBench bench, int bytes) {
    String plain = bench.userData(PASSWORD);
    int left = bytes - PASSWORD;
    return plain + WIDE.repeat(left / WIDE_BYTES) + "x".repeat(left % WIDE_BYTES);
  }

  /** A text of so many letters that differs by a number. */
  private static String text(int number, int length) {
    String begin = "t" + number;
    return (begin + "x".repeat(Math.max(0, length - begin.length()))).substring(0, length);
  }

  private static void tooLong(TestBench bench, LaunchSpec spec, String what) {
    long before = creating(bench);
    CallOutcome attempt = bench.attempt(
        () -> KeyTrials.send(bench, bench.provider().prepare(spec, bench.call()), bench.key()));
    // What a cloud does not have at all may be UNSUPPORTED.
    bench.require(
        attempt.sure() && (attempt.is(Kind.INVALID) || attempt.is(Kind.UNSUPPORTED)),
        "a launch " + what + " was not refused as INVALID: " + attempt);
    bench.require(
        creating(bench) == before, "a launch " + what + " was refused only after it had been sent");
  }

  private static long creating(TestBench bench) {
    return bench.line().crossings().stream()
        .filter(c -> c.verb() == RequestKind.LAUNCH)
        .count();
  }

  // ---- freezing

  // ---- what cannot be launched
}
