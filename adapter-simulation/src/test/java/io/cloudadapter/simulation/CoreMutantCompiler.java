package io.cloudadapter.simulation;

import io.cloudadapter.core.keeper.Keeper;
import io.cloudadapter.simulation.mutant.CoreMutant;
import io.cloudadapter.spi.LaunchKey;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * Compiles a mutant's one changed file and tells stories with it: a class loader of its own holds the
 * library and the simulator, the changed classes first.
 */
final class CoreMutantCompiler implements AutoCloseable {
  static final Path SOURCES =
      Path.of("..", "adapter-core", "src", "main", "java", "io", "cloudadapter", "core");

  private final OurOwnFirst loader;
  private final java.lang.reflect.Method violation;

  private CoreMutantCompiler(OurOwnFirst loader, String stories)
      throws ReflectiveOperationException {
    this.loader = loader;
    this.violation = loader.loadClass(Told.class.getName()).getDeclaredMethod(stories, long.class);
    violation.setAccessible(true);
  }

  /** Called by name in the mutant's own class loader: everything it touches is the mutant's. */
  static final class Told {
    private Told() {}

    static String violation(long seed) {
      return RandomScenario.tell(seed, false, strike -> false, command -> true)
          .violation()
          .orElse("");
    }

    static String violationOfGroups(long seed) {
      return GroupStormTest.tell(seed, false).violation().orElse("");
    }

    static String violationOfBatches(long seed) {
      return BatchStormTest.tell(seed, false).violation().orElse("");
    }

    static String violationOfOperations(long seed) {
      return OperationStormTest.tell(seed).violation().orElse("");
    }

    static String violationOfResources(long seed) {
      return ResourceStormTest.tell(seed).violation().orElse("");
    }

    static String violationOfHistory(long seed) {
      return HistoryStormTest.tell(seed, false).violation().orElse("");
    }

    static String violationOfRefreshes(long seed) {
      return RefreshStormTest.tell(seed, false).violation().orElse("");
    }

    static String violationOfDisruption(long seed) {
      return DisruptionStormTest.tell(seed, false).violation().orElse("");
    }

    static String violationOfAutomaticRefreshes(long seed) {
      return AutomaticRefreshStormTest.tell(seed, false).violation().orElse("");
    }

    static String violationOfHeadroom(long seed) {
      return HeadroomStormTest.tell(seed, false).violation().orElse("");
    }

    static String violationOfLaunchData(long seed) {
      return LaunchDataStormTest.tell(seed, false).violation().orElse("");
    }

    static String violationOfWarmPools(long seed) {
      return WarmStormTest.tell(seed, false).violation().orElse("");
    }

    static String violationOfWarmGrowth(long seed) {
      return WarmFollowingStormTest.tell(seed, false).violation().orElse("");
    }

    static String violationOfHealth(long seed) {
      return HealthStormTest.tell(seed, false).violation().orElse("");
    }

    static String violationOfHealthSources(long seed) {
      return HealthSourceStormTest.tell(seed, false).violation().orElse("");
    }

    static String violationOfMembership(long seed) {
      return MembershipStormTest.tell(seed, false).violation().orElse("");
    }

    static String violationOfFrozenRefreshes(long seed) {
      return FrozenRefreshTest.tell(seed).violation().orElse("");
    }

    static String violationOfRestores(long seed) {
      return RestoreStory.tell(seed);
    }

    static String violationOfCatalogs(long seed) {
      return CatalogStory.tell(seed);
    }

    static String violationOfQuotas(long seed) {
      return QuotaStory.tell(seed);
    }

    static String violationOfHeadroomQuotas(long seed) {
      return HeadroomQuotaStory.tell(seed);
    }

    static String violationOfOperators(long seed) {
      return OperatorStormTest.tell(seed, false).violation().orElse("");
    }

    static String violationOfQuarantine(long seed) {
      return QuarantineStormTest.tell(seed, false).violation().orElse("");
    }
  }

  /** Returns the same for clouds that run launches as operations. */
  static CoreMutantCompiler ofOperations(CoreMutant mutant, Path classes) throws IOException {
    return of(mutant, classes, "violationOfOperations");
  }

  /** Returns the same for clouds where machines have resources beside them. */
  static CoreMutantCompiler ofResources(CoreMutant mutant, Path classes) throws IOException {
    return of(mutant, classes, "violationOfResources");
  }

  /** The same in clouds that end several machines by one call. */
  static CoreMutantCompiler ofBatches(CoreMutant mutant, Path classes) throws IOException {
    return of(mutant, classes, "violationOfBatches");
  }

  /** Returns the same for machines with the pool's mark that are not in the ledger. */
  static CoreMutantCompiler ofQuarantine(CoreMutant mutant, Path classes) throws IOException {
    return of(mutant, classes, "violationOfQuarantine");
  }

  /** Returns the same for pools whose ledger is restored from a backup. */
  static CoreMutantCompiler ofRestores(CoreMutant mutant, Path classes) throws IOException {
    return of(mutant, classes, "violationOfRestores");
  }

  /** Returns the same for pools that callers create, change and delete. */
  static CoreMutantCompiler ofCatalogs(CoreMutant mutant, Path classes) throws IOException {
    return of(mutant, classes, "violationOfCatalogs");
  }

  /** Returns the same for pools that share the quotas of a tenant. */
  static CoreMutantCompiler ofQuotas(CoreMutant mutant, Path classes) throws IOException {
    return of(mutant, classes, "violationOfQuotas");
  }

  /** Returns the same for pools that keep headroom within the quotas of a tenant. */
  static CoreMutantCompiler ofHeadroomQuotas(CoreMutant mutant, Path classes) throws IOException {
    return of(mutant, classes, "violationOfHeadroomQuotas");
  }

  /** Returns the same for pools that operators suspend and delete. */
  static CoreMutantCompiler ofOperators(CoreMutant mutant, Path classes) throws IOException {
    return of(mutant, classes, "violationOfOperators");
  }

  /** Returns the same for pools that users refresh. */
  static CoreMutantCompiler ofRefreshes(CoreMutant mutant, Path classes) throws IOException {
    return of(mutant, classes, "violationOfRefreshes");
  }

  /** Returns the same for pools with limits and windows of disruption. */
  static CoreMutantCompiler ofDisruption(CoreMutant mutant, Path classes) throws IOException {
    return of(mutant, classes, "violationOfDisruption");
  }

  /** Returns the same for pools that start refreshes by themselves within windows. */
  static CoreMutantCompiler ofAutomaticRefreshes(CoreMutant mutant, Path classes)
      throws IOException {
    return of(mutant, classes, "violationOfAutomaticRefreshes");
  }

  /** Returns the same for pools that keep machines above their desired size. */
  static CoreMutantCompiler ofHeadroom(CoreMutant mutant, Path classes) throws IOException {
    return of(mutant, classes, "violationOfHeadroom");
  }

  /** Returns the same for pools whose launches have values of their own. */
  static CoreMutantCompiler ofLaunchData(CoreMutant mutant, Path classes) throws IOException {
    return of(mutant, classes, "violationOfLaunchData");
  }

  /** Returns the same for pools with warm pools. */
  static CoreMutantCompiler ofWarmPools(CoreMutant mutant, Path classes) throws IOException {
    return of(mutant, classes, "violationOfWarmPools");
  }

  /** Returns the same for pools whose warm pools follow their growth. */
  static CoreMutantCompiler ofWarmGrowth(CoreMutant mutant, Path classes) throws IOException {
    return of(mutant, classes, "violationOfWarmGrowth");
  }

  /** Returns the same for pools whose machines are probed. */
  static CoreMutantCompiler ofHealth(CoreMutant mutant, Path classes) throws IOException {
    return of(mutant, classes, "violationOfHealth");
  }

  /** Returns the same for pools that read the health of machines from load balancers and from the cloud. */
  static CoreMutantCompiler ofHealthSources(CoreMutant mutant, Path classes) throws IOException {
    return of(mutant, classes, "violationOfHealthSources");
  }

  /** Returns the same for pools whose machines get membership statuses. */
  static CoreMutantCompiler ofMembership(CoreMutant mutant, Path classes) throws IOException {
    return of(mutant, classes, "violationOfMembership");
  }

  /** Returns the same for pools that are frozen amid a refresh. */
  static CoreMutantCompiler ofFrozenRefreshes(CoreMutant mutant, Path classes) throws IOException {
    return of(mutant, classes, "violationOfFrozenRefreshes");
  }

  /** Returns the same for pools whose histories are recorded. */
  static CoreMutantCompiler ofHistory(CoreMutant mutant, Path classes) throws IOException {
    return of(mutant, classes, "violationOfHistory");
  }

  static CoreMutantCompiler of(CoreMutant mutant, Path classes) throws IOException {
    return of(mutant, classes, "violation");
  }

  /** The same in clouds that size groups by themselves. */
  static CoreMutantCompiler ofGroups(CoreMutant mutant, Path classes) throws IOException {
    return of(mutant, classes, "violationOfGroups");
  }

  private static CoreMutantCompiler of(CoreMutant mutant, Path classes, String stories)
      throws IOException {
    String source = Files.readString(SOURCES.resolve(mutant.file()));
    compile(mutant.file(), mutant.applied(source), classes);
    // Run as a module, this class says that it lies among those that it tests.
    List<URL> path = new ArrayList<>(List.of(url(classes), url(Path.of("target", "test-classes"))));
    for (Class<?> anchor : anchors()) {
      path.add(anchor.getProtectionDomain().getCodeSource().getLocation());
    }
    try {
      return new CoreMutantCompiler(new OurOwnFirst(path.toArray(URL[]::new)), stories);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** One class of each jar that a story needs. */
  private static List<Class<?>> anchors() {
    return Stream.of(
            CoreMutantCompiler.class.getName(),
            Simulation.class.getName(),
            Keeper.class.getName(),
            LaunchKey.class.getName(),
            "com.fasterxml.jackson.databind.ObjectMapper",
            "com.fasterxml.jackson.core.JsonFactory",
            "com.fasterxml.jackson.annotation.JsonInclude",
            "com.fasterxml.jackson.datatype.jsr310.JavaTimeModule",
            "org.slf4j.Logger")
        .<Class<?>>map(name -> {
          try {
            return Class.forName(name);
          } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
          }
        })
        .toList();
  }

  private static URL url(Path directory) {
    try {
      return directory.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void compile(String file, String source, Path classes) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter errors = new StringWriter();
    try (StandardJavaFileManager files =
        compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      files.setLocation(StandardLocation.CLASS_OUTPUT, List.of(classes.toFile()));
      // The annotations are in no class that runs, so the whole path is searched for them.
      String path = Stream.concat(
              anchors().stream()
                  .map(anchor ->
                      anchor.getProtectionDomain().getCodeSource().getLocation().getPath()),
              Stream.of("java.class.path", "jdk.module.path", "surefire.test.class.path")
                  .map(System::getProperty)
                  .filter(Objects::nonNull))
          .distinct()
          .collect(Collectors.joining(java.io.File.pathSeparator));
      boolean compiled = compiler
          .getTask(
              errors,
              files,
              null,
              List.of("-classpath", path, "-proc:none", "-Xlint:none", "-nowarn"),
              null,
              Stream.of(new Text(file, source)).toList())
          .call();
      if (!compiled) {
        throw new IllegalStateException(file + " does not compile any more: " + errors);
      }
    }
  }

  /** Loads the library and the simulator anew; everything else is shared. */
  private static final class OurOwnFirst extends URLClassLoader {
    OurOwnFirst(URL[] path) {
      super(path, CoreMutantCompiler.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        if (!name.startsWith("io.cloudadapter.")) {
          return super.loadClass(name, resolve);
        }
        Class<?> known = findLoadedClass(name);
        return known == null ? findClass(name) : known;
      }
    }
  }

  private static final class Text extends SimpleJavaFileObject {
    private final String source;

    Text(String file, String source) {
      super(URI.create("string:///" + file), JavaFileObject.Kind.SOURCE);
      this.source = source;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return source;
    }
  }

  /** The rule that a story finds broken, and how. */
  Optional<String> violation(long seed) {
    try {
      return Optional.of((String) violation.invoke(null, seed)).filter(text -> !text.isEmpty());
    } catch (InvocationTargetException e) {
      return Optional.of("threw " + e.getCause());
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() throws IOException {
    loader.close();
  }
}
