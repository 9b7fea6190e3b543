package io.cloudadapter.testkit.trials;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.feature.ImageResolver;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.NotTestableException;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.specs.LaunchSpecs;
import io.cloudadapter.testkit.subject.TestCloudConsole;
import java.util.List;
import java.util.Optional;

/** Chapter 12: the images that names lead to. */
public final class ImageTrials {
  private static final String ELSEWHERE = "kit-nowhere-9";

  private ImageTrials() {}

  public static List<Trial> all() {
    return List.of(
        Trial.of("MP-12.80", ImageTrials::resolvesAsLaunchesDo)
            .of(ImageResolver.class)
            .needs("MP-9.1"),
        Trial.of("MP-12.81", ImageTrials::followsTheName)
            .of(ImageResolver.class)
            .needs("MP-12.80"));
  }

  private static void resolvesAsLaunchesDo(TestBench bench) {
    String name = name(bench);
    String id = resolve(bench, name);
    bench.require(
        !id.isBlank() && id.length() <= 1000,
        "image " + name + " resolves to a text of " + id.length() + " characters");
    String again = resolve(bench, id);
    bench.require(
        again.equals(id), "image " + name + " resolves to " + id + ", and that to " + again);
    bench.truth().attempts("which image a machine has", console -> {
      isMadeOf(bench, name, id);
      isMadeOf(bench, id, id);
    });
    if (bench.sample().image().isPresent()) {
      CallOutcome nowhere = bench.attempt(() -> {
        String unused = resolve(bench, ELSEWHERE);
      });
      bench.require(
          nowhere.is(Kind.NOT_FOUND),
          "image " + ELSEWHERE + " does not exist, and resolving it was " + nowhere);
    }
  }

  private static void followsTheName(TestBench bench) {
    String name = name(bench);
    String before = resolve(bench, name);
    bench.truth().provoking(console -> console.moveImage(name));
    bench.time().passLag();
    String after = resolve(bench, name);
    MachineId machine = launched(bench, name);
    String made = bench.truth().provoke(console -> console.imageOf(machine));
    bench.require(
        after.equals(made),
        "after its name was given to another image, image " + name + " resolves to " + after
            + ", and a launch made a machine of " + made);
    isMadeOf(bench, before, before);
    bench.require(
        resolve(bench, before).equals(before),
        "id " + before + " does not resolve to itself any more");
  }

  private static String name(TestBench bench) {
    return bench
        .sample()
        .image()
        .or(() -> bench.truth().provoke(TestCloudConsole::imageName))
        .orElseThrow(() -> new NotTestableException("the sample names no image"));
  }

  private static String resolve(TestBench bench, String image) {
    ImageResolver resolver = bench.provider().feature(ImageResolver.class).orElseThrow();
    var call = bench.call();
    return bench.provider().reads("resolve", call, () -> resolver.resolve(image, call));
  }

  private static void isMadeOf(TestBench bench, String image, String id) {
    MachineId machine = launched(bench, image);
    String made = bench.truth().provoke(console -> console.imageOf(machine));
    bench.require(
        made.equals(id),
        "image " + image + " resolves to " + id + ", and a launch made a machine of " + made);
  }

  private static MachineId launched(TestBench bench, String image) {
    return bench
        .provider()
        .launch(
            bench
                .provider()
                .prepare(LaunchSpecs.image(bench.spec(), Optional.of(image)), bench.call()),
            bench.key(),
            1,
            bench.call())
        .machines()
        .get(0)
        .id();
  }
}
