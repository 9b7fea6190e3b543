package io.cloudadapter.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The classes of all Maven modules of the build, read from the directories into which they were compiled. */
final class BuiltModules {
  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  /** The programs that measure the library are not part of it. */
  private static final String BENCHMARKS = "benchmarks";

  private final JavaClasses all;
  private final Map<JavaClass, String> mainModules = new LinkedHashMap<>();
  private final Map<String, ModuleDescriptor> descriptors = new LinkedHashMap<>();

  private BuiltModules(JavaClasses all) {
    this.all = all;
  }

  /**
   * Reads the main and test classes of all modules.
   *
   * @throws IllegalStateException if a module with sources is not compiled
   */
  static BuiltModules read() {
    List<Path> directories = new ArrayList<>();
    for (String module : names()) {
      for (String kind : List.of("main", "test")) {
        if (Files.isDirectory(ROOT.resolve(module).resolve("src/" + kind + "/java"))) {
          directories.add(compiled(module, kind));
        }
      }
    }
    BuiltModules built = new BuiltModules(new ClassFileImporter().importPaths(directories));
    built.readDescriptors();
    built.sortClasses();
    return built;
  }

  private void readDescriptors() {
    for (String module : namesWithMain()) {
      Path file = compiled(module, "main").resolve("module-info.class");
      if (Files.exists(file)) {
        try (InputStream bytes = Files.newInputStream(file)) {
          descriptors.put(module, ModuleDescriptor.read(bytes));
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  private void sortClasses() {
    for (JavaClass type : all) {
      Path file = Path.of(type.getSource().orElseThrow().getUri());
      String module = ROOT.relativize(file).getName(0).toString();
      if (file.startsWith(ROOT.resolve(module).resolve("target/classes"))
          && !type.getSimpleName().equals("package-info")
          && !type.getSimpleName().equals("module-info")) {
        mainModules.put(type, module);
      }
    }
  }

  /** The directory with the compiled main classes of a module. */
  static Path mainClasses(String module) {
    return compiled(module, "main");
  }

  private static Path compiled(String module, String kind) {
    Path classes = ROOT.resolve(module)
        .resolve(kind.equals("main") ? "target/classes" : "target/test-classes");
    if (!Files.isDirectory(classes)) {
      throw new IllegalStateException("module " + module + " is not compiled: " + classes
          + " is missing; run mvn package -DskipTests first");
    }
    return classes;
  }

  /** The modules that the root pom.xml lists, without those of profiles, which are made of these. */
  private static List<String> names() {
    try {
      String pom = Files.readString(ROOT.resolve("pom.xml"));
      Matcher matcher = MODULE.matcher(pom.substring(0, pom.indexOf("</modules>")));
      List<String> names = new ArrayList<>();
      while (matcher.find()) {
        names.add(matcher.group(1));
      }
      return names;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The modules that have main classes, without the benchmarks. */
  static List<String> namesWithMain() {
    return names().stream()
        .filter(module -> !module.equals(BENCHMARKS))
        .filter(module -> Files.isDirectory(ROOT.resolve(module).resolve("src/main/java")))
        .toList();
  }

  /** All classes, with those of the tests and the benchmarks: all that can use a type. */
  JavaClasses all() {
    return all;
  }

  /** The main classes of the library. */
  Set<JavaClass> main() {
    return mainModules.entrySet().stream()
        .filter(entry -> !entry.getValue().equals(BENCHMARKS))
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  /** The module whose main class this is; empty for classes of tests and of other libraries. */
  Optional<String> module(JavaClass type) {
    return Optional.ofNullable(mainModules.get(elementType(type)));
  }

  /** The type itself, or that of an array's elements, where it is known. */
  static JavaClass elementType(JavaClass type) {
    return type.tryGetComponentType().map(BuiltModules::elementType).orElse(type);
  }

  /** The packages of a module's main classes. */
  Set<String> packages(String module) {
    Set<String> packages = new TreeSet<>();
    mainModules.forEach((type, of) -> {
      if (of.equals(module)) {
        packages.add(type.getPackageName());
      }
    });
    return packages;
  }

  /** Whether users of the library see a package: one without module-info exports all. */
  boolean exported(String module, String name) {
    ModuleDescriptor descriptor = descriptors.get(module);
    return descriptor == null
        || descriptor.exports().stream()
            .anyMatch(export -> !export.isQualified() && export.source().equals(name));
  }

  /** The classes that {@link java.util.ServiceLoader} makes. */
  Set<String> services() {
    return descriptors.values().stream()
        .flatMap(descriptor -> descriptor.provides().stream())
        .flatMap(provided -> provided.providers().stream())
        .collect(Collectors.toSet());
  }
}
