package io.cloudadapter.testkit.trials;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.LaunchSpec.Market;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.CoreRetryModel;
import io.cloudadapter.testkit.run.ObservedProvider;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.subject.CloudResource;
import io.cloudadapter.testkit.subject.SampleLaunch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Chapter 2: what a launch asks for, and how it is frozen. */
final class LaunchRequestTrials {
  private static final String ELSEWHERE = "kit-nowhere-9";

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
        Trial.of("MP-2.9", LaunchRequestTrials::limits).needs("MP-2.1"),
        Trial.of("MP-2.11", LaunchRequestTrials::freezesTheSame).onLiveToo().withFaults(),
        Trial.of("MP-2.12", LaunchRequestTrials::outlivesItsProcess).needs("MP-2.1", "MP-3.1"),
        Trial.of("MP-2.18", LaunchRequestTrials::refusesTheImpossible)
            .onLiveToo()
            .withFaults());
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
    CloudResource thing = bench.of(key).stream()
        .findFirst()
        .orElseThrow(() -> new RuleViolation("with the tags " + tags + " launch returned " + made
            + ", but no machine has key " + key + "; there are " + bench.things()));
    bench.require(
        thing.tags().entrySet().containsAll(bench.marks(key).toTags().entrySet()),
        "launched with the tags " + tags + ", the machine has " + thing.tags());
    bench.passLag();
    bench.require(
        bench
            .listPool()
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
    boolean refused = bench.attempts(
        "a launch that the cloud refuses", console -> console.refuseLaunches(Kind.CAPACITY));
    Optional<MachineSighting> made = core.launch(frozen, bench.key());
    bench.require(
        !refused || made.isEmpty(), "the cloud refuses launches, but launch returned " + made);
    bench.pass(bench.profile().settle());
    if (made.isPresent()) {
      return;
    }
    List<CloudResource> left = bench.things();
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
      spec = KeyTrials.with(spec, text(0, sample.maxUserData()));
    }
    LaunchKey key = bench.key();
    MachineSighting made = KeyTrials.send(bench, bench.provider().prepare(spec, bench.call()), key)
        .machines()
        .get(0);
    for (CloudResource thing : bench.of(key)) {
      bench.require(
          thing.tags().entrySet().containsAll(longest.entrySet()),
          "launched with the longest tags " + longest + ", " + made.id() + " has " + thing.tags());
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
        bench, KeyTrials.with(bench.spec(), text(0, data)), "with " + data + " bytes of user data");
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
            bench.provider().prepare(KeyTrials.with(bench.spec(), longest), bench.call()),
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
    if (bench.attempts(
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
        KeyTrials.with(bench.spec(), wide(bench, most + 1)),
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

  private static void freezesTheSame(TestBench bench) {
    CoreRetryModel core = new CoreRetryModel(bench);
    Map<String, String> tags = new TreeMap<>();
    for (int i = 0; i < Math.min(5, bench.sample().maxTags()); i++) {
      tags.put("tag" + i, Integer.toString(i));
    }
    LaunchSpec spec = bench.spec(TestBench.POOL, tags);
    PreparedLaunch first = core.read("prepare", () -> bench.provider().prepare(spec, bench.call()));
    bench.pass(Duration.ofSeconds(7));
    PreparedLaunch again = core.read("prepare", () -> bench.provider().prepare(spec, bench.call()));
    bench.require(first.equals(again), differ(first, again, "two calls"));
    ObservedProvider other = bench.another();
    PreparedLaunch there = core.read("prepare", () -> other.prepare(spec, bench.call()));
    bench.require(first.equals(there), differ(first, there, "two adapters"));
    if (bench.cloud().console().isPresent()) {
      bench.require(bench.things().isEmpty(), "prepare has made " + bench.things());
    } else {
      bench.leavesOut("what prepare makes in truth", "this cloud has no console");
    }
  }

  private static String differ(PreparedLaunch one, PreparedLaunch two, String whose) {
    byte[] a = one.bytes();
    byte[] b = two.bytes();
    int at = java.util.Arrays.mismatch(a, b);
    return whose + " froze one spec to different bytes: " + a.length + " and " + b.length
        + " bytes, first different at " + at;
  }

  private static void outlivesItsProcess(TestBench bench) {
    ObservedProvider first = bench.another();
    LaunchSpec spec = bench.spec();
    PreparedLaunch frozen = first.prepare(spec, bench.call());
    first.close();
    bench.passInPeace(Duration.ofHours(1));
    // The bytes come from a ledger: nothing but what they say is left of the first process.
    PreparedLaunch read = PreparedLaunch.of(frozen.bytes());
    ObservedProvider second = bench.another();
    LaunchKey key = bench.key();
    MachineSighting made = second.launch(read, key, 1, bench.call()).machines().get(0);
    second.close();
    Map<String, String> wanted = bench.marks(key).toTags();
    bench.require(
        bench.of(key).stream()
            .anyMatch(thing -> thing.tags().entrySet().containsAll(wanted.entrySet())),
        "launched by another process, " + made + " has not the marks " + wanted + "; there are "
            + bench.of(key));
    bench.passLag();
    TestBench.Listed listed = bench.listIds(List.of(made.id()));
    MachineSighting row = listed
        .row(made.id())
        .orElseThrow(
            () -> new RuleViolation("launched by another process, " + made + " is not listed"));
    same(bench, "zone", spec.zone(), row.zone());
    same(bench, "size", spec.size(), row.size());
    if (bench.profile().keySupport().kind() == io.cloudadapter.spi.LaunchKeySupport.Kind.TOKEN) {
      MachineSighting again = KeyTrials.send(bench, frozen, key).machines().get(0);
      bench.require(
          again.id().equals(made.id()),
          "one process launched " + made.id() + ", the next one " + again.id()
              + " by the same bytes under the same key");
    }
    keepsItsImage(bench);
  }

  /** The launch depends on nothing but the frozen bytes, so not on what a name means by then. */
  private static void keepsItsImage(TestBench bench) {
    Optional<String> image = bench.sample().image();
    if (image.isEmpty()) {
      bench.leavesOut("an image whose name moves on", "the sample names none");
      return;
    }
    ObservedProvider provider = bench.provider();
    PreparedLaunch frozen = bench.prepare();
    MachineId before = launched(provider, frozen, bench);
    String wanted = bench.provoke(console -> console.imageOf(before));
    bench.provoking(console -> console.moveImage(image.get()));
    bench.passLag();
    MachineId after = launched(provider, frozen, bench);
    String got = bench.provoke(console -> console.imageOf(after));
    bench.require(
        got.equals(wanted),
        "frozen when image " + image.get() + " was " + wanted
            + ", a launch made a machine of what has that name by now, " + got);
  }

  private static MachineId launched(
      ObservedProvider provider, PreparedLaunch frozen, TestBench bench) {
    return provider
        .launch(frozen, bench.key(), 1, bench.call())
        .machines()
        .get(0)
        .id();
  }

  private static void same(
      TestBench bench, String what, Optional<String> asked, Optional<String> seen) {
    bench.require(
        asked.isEmpty() || seen.isEmpty() || asked.equals(seen),
        "launched by another process, the machine has " + what + " " + seen.orElse("")
            + " instead of " + asked.orElse(""));
  }

  // ---- what cannot be launched

  private static void refusesTheImpossible(TestBench bench) {
    SampleLaunch sample = bench.sample();
    LaunchSpec good = bench.spec();
    CallOutcome fine = bench.attempt(() -> bench.provider().prepare(good, bench.call()));
    bench.require(
        !refusal(fine), "what can be launched was refused, or took a failed read for it: " + fine);
    told(bench, "zone", !sample.zones().isEmpty());
    told(bench, "size", sample.size().isPresent());
    told(bench, "image", sample.image().isPresent());
    if (!sample.zones().isEmpty()) {
      refuses(bench, LaunchTrials.in(bench, Optional.of(ELSEWHERE)), "zone " + ELSEWHERE);
    }
    if (sample.size().isPresent()) {
      refuses(bench, of(good, Optional.of(ELSEWHERE), good.image()), "size " + ELSEWHERE);
    }
    if (sample.image().isPresent()) {
      refuses(bench, of(good, good.size(), Optional.of(ELSEWHERE)), "image " + ELSEWHERE);
    }
    if (sample.maxUserData() == 0) {
      refuses(bench, KeyTrials.with(good, "x"), "user data");
    }
    bench.sweep(false);
    buysWhereItWasTold(bench);
    heedsItsTemplate(bench);
  }

  private static void told(TestBench bench, String what, boolean named) {
    if (!named) {
      bench.leavesOut("a " + what + " that does not exist", "the sample names no " + what);
    }
  }

  /** A template that is checked and then forgotten makes other machines than were ordered. */
  private static void heedsItsTemplate(TestBench bench) {
    Map<String, String> wanted = bench.sample().template();
    if (wanted.isEmpty()) {
      bench.leavesOut("the template", "the sample has none");
      return;
    }
    MachineId machine = new CoreRetryModel(bench).launch().id();
    Map<String, String> given = new TreeMap<>();
    if (bench.attempts("the template", console -> given.putAll(console.templateOf(machine)))) {
      wanted.forEach((key, value) -> bench.require(
          !given.containsKey(key) || given.get(key).equals(value),
          "a launch with " + key + " " + value + " in its template made a machine with "
              + given.get(key)));
    }
  }

  /** A market that the cloud does not have is refused, and not left out. */
  private static void buysWhereItWasTold(TestBench bench) {
    LaunchSpec spot = in(Market.SPOT, bench.spec());
    List<PreparedLaunch> frozen = new ArrayList<>();
    CallOutcome attempt =
        bench.attempt(() -> frozen.add(bench.provider().prepare(spot, bench.call())));
    if (frozen.isEmpty()) {
      bench.require(
          refusal(attempt) && attempt.sure(),
          "a launch on the market SPOT was neither frozen nor refused: " + attempt);
      bench.leavesOut("the market SPOT", "the adapter refuses it");
      return;
    }
    List<MachineSighting> made = new ArrayList<>();
    LaunchKey key = bench.key();
    attempt = bench.attempt(() ->
        made.addAll(bench.provider().launch(frozen.get(0), key, 1, bench.call()).machines()));
    if (made.isEmpty()) {
      bench.require(!attempt.accepted(), "a launch on the market SPOT made no machine");
      bench.leavesOut("what is bought on the market SPOT", "the launch failed: " + attempt);
      return;
    }
    MachineId machine = made.get(0).id();
    List<Market> market = new ArrayList<>();
    boolean told = bench.attempts(
        "the market in which a machine was bought in truth",
        console -> market.add(console.marketOf(machine)));
    bench.require(
        (told ? market.get(0) : made.get(0).market()) == Market.SPOT,
        "a launch on the market SPOT made " + machine + " on the market "
            + (told ? market.get(0) : made.get(0).market()));
  }

  static LaunchSpec in(Market market, LaunchSpec spec) {
    return new LaunchSpec(
        spec.pool(),
        spec.incarnation(),
        spec.zone(),
        spec.size(),
        spec.image(),
        market,
        spec.tags(),
        spec.userData(),
        spec.template());
  }

  private static LaunchSpec of(LaunchSpec spec, Optional<String> size, Optional<String> image) {
    return new LaunchSpec(
        spec.pool(),
        spec.incarnation(),
        spec.zone(),
        size,
        image,
        spec.market(),
        spec.tags(),
        spec.userData(),
        spec.template());
  }

  private static boolean refusal(CallOutcome attempt) {
    return attempt.is(Kind.INVALID) || attempt.is(Kind.NOT_FOUND) || attempt.is(Kind.UNSUPPORTED);
  }

  /** By the third time no fault is left that could stand against the refusal. */
  private static void refuses(TestBench bench, LaunchSpec spec, String what) {
    CallOutcome attempt = bench.attempt(() -> bench.provider().prepare(spec, bench.call()));
    for (int i = 0; i < 2 && !attempt.accepted() && !refusal(attempt); i++) {
      bench.pass(Duration.ofSeconds(10));
      attempt = bench.attempt(() -> bench.provider().prepare(spec, bench.call()));
    }
    bench.require(refusal(attempt), "a launch with " + what + " was not refused: " + attempt);
    bench.require(
        attempt.sure(), "a launch with " + what + " was refused with effect UNKNOWN: " + attempt);
  }
}
