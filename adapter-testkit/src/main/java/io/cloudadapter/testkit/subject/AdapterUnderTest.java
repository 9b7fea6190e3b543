package io.cloudadapter.testkit.subject;

import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.testkit.report.Thoroughness;
import io.cloudadapter.testkit.rule.Waiver;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * An adapter to be certified, and its own claims. Immutable: each method returns another subject.
 *
 * <pre>{@code
 * AdapterUnderTest.of(new AcmeProviderFactory())
 *     .cloud((clock, seed) -> new AcmeTestCloud(clock, seed))
 *     .claims(Adoption.class)
 *     .waives("MP-4.7", "ACME-17: ports outlive servers", LocalDate.parse("2027-01-31"))
 * }</pre>
 *
 * @param factory the adapter
 * @param clouds where to try it
 * @param mode what kind of cloud that is, for the certificate: {@code fake}, {@code simulated}, {@code
 *     emulator} or {@code live}
 * @param version the adapter's own version, for the certificate
 * @param features the features that it claims
 * @param waivers the rules that it is known to break
 * @param patience how long a run may take by a real clock before the adapter counts as hanging
 * @param atOnce how many runs may go on at the same time, each on its own cloud, from 1 to 16; only fakes are
 *     tried by more than one at a time
 * @param journal where launches on a real account are written down before they are sent
 */
public record AdapterUnderTest(
    MachineProviderFactory factory,
    TestCloudFactory clouds,
    String mode,
    String version,
    Set<Class<?>> features,
    List<Waiver> waivers,
    Duration patience,
    int atOnce,
    Optional<Path> journal) {
  private static final int AT_ONCE = 3;

  /** Copies the collections. */
  public AdapterUnderTest {
    Objects.requireNonNull(factory, "factory");
    Objects.requireNonNull(clouds, "clouds");
    Objects.requireNonNull(mode, "mode");
    Objects.requireNonNull(version, "version");
    features = java.util.Collections.unmodifiableSet(new LinkedHashSet<>(features));
    waivers = List.copyOf(waivers);
    Objects.requireNonNull(patience, "patience");
    if (atOnce < 1 || atOnce > 16) {
      throw new IllegalArgumentException("atOnce must be from 1 to 16, was " + atOnce);
    }
    Objects.requireNonNull(journal, "journal");
  }

  /**
   * An adapter without a cloud to try it against yet.
   *
   * @param factory the adapter
   * @return the subject; it needs {@link #cloud}
   */
  public static AdapterUnderTest of(MachineProviderFactory factory) {
    return new AdapterUnderTest(
        factory,
        (clock, seed) -> {
          throw new IllegalStateException(
              "a subject needs a cloud: Subject.of(…).cloud((clock, seed) -> …)");
        },
        "fake",
        "unversioned",
        Set.of(),
        List.of(),
        Duration.ofSeconds(30),
        AT_ONCE,
        Optional.empty());
  }

  /**
   * Where to try it.
   *
   * @param fresh starts a new, empty cloud for each run
   * @return another subject
   */
  public AdapterUnderTest cloud(TestCloudFactory fresh) {
    return new AdapterUnderTest(
        factory, fresh, mode, version, features, waivers, patience, atOnce, journal);
  }

  /**
   * What kind of cloud that is. A pass against an emulator is not one against the cloud; the certificate
   * says which it was.
   *
   * @param value {@code fake}, {@code simulated}, {@code emulator} or {@code live}
   * @return another subject
   */
  public AdapterUnderTest mode(String value) {
    return new AdapterUnderTest(
        factory, clouds, value, version, features, waivers, patience, atOnce, journal);
  }

  /**
   * The adapter's own version, for the certificate.
   *
   * @param value any text
   * @return another subject
   */
  public AdapterUnderTest version(String value) {
    return new AdapterUnderTest(
        factory, clouds, mode, value, features, waivers, patience, atOnce, journal);
  }

  /**
   * Says which features the adapter has. Must equal what {@link
   * io.cloudadapter.spi.MachineProvider#feature} answers, and is tried either way.
   *
   * @param all their types, such as {@link io.cloudadapter.spi.feature.Adoption}; none for an adapter without features
   * @return another subject, that claims these and no others
   */
  public AdapterUnderTest claims(Class<?>... all) {
    return new AdapterUnderTest(
        factory,
        clouds,
        mode,
        version,
        new LinkedHashSet<>(List.of(all)),
        waivers,
        patience,
        atOnce,
        journal);
  }

  /**
   * Admits that a rule is broken.
   *
   * @param rule the rule's id
   * @param why the reason
   * @param until the last day on which that counts
   * @return another subject
   */
  public AdapterUnderTest waives(String rule, String why, LocalDate until) {
    List<Waiver> more = new ArrayList<>(waivers);
    more.add(new Waiver(rule, why, until));
    return new AdapterUnderTest(
        factory, clouds, mode, version, features, more, patience, atOnce, journal);
  }

  /**
   * A real account, to be tried at {@link Thoroughness#LIVE}: at most three small machines in a run.
   *
   * @param file a file that records each launch before it is sent, for later clean-up
   * @return another subject, of mode {@code live}
   */
  public AdapterUnderTest live(Path file) {
    return new AdapterUnderTest(
        factory, clouds, "live", version, features, waivers, patience, 1, Optional.of(file));
  }

  /**
   * How long a run may take by a real clock before the adapter counts as hanging. On emulators and real
   * accounts, which have a time of their own, a rule waits for half of it at once, and for two minutes in any
   * case; what would have to wait for longer is untested.
   *
   * @param value above 0; 30 seconds unless said
   * @return another subject
   */
  public AdapterUnderTest patience(Duration value) {
    return new AdapterUnderTest(
        factory, clouds, mode, version, features, waivers, value, atOnce, journal);
  }

  /**
   * How many runs may go on at the same time. Most of a run is spent waiting for sockets; so a fake is tried
   * several times at once, each time on a cloud of its own. Where it is more than one, runs of different rules
   * overlap as well, and a few runs that mostly wait are not counted.
   *
   * @param value from 1 to 16; the default is 3, and 1 for clouds that cannot be started twice at once, such as one
   *     on a fixed port. Emulators and real accounts always have one run at a time
   * @return another subject
   */
  public AdapterUnderTest atOnce(int value) {
    return new AdapterUnderTest(
        factory, clouds, mode, version, features, waivers, patience, value, journal);
  }

  /** Emulators and real accounts outlive a run, and have a time of their own. */
  public boolean outlivesRuns() {
    return mode.equals("emulator") || mode.equals("live");
  }
}
