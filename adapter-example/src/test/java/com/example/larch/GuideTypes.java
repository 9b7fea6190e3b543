package com.example.larch;

import io.cloudadapter.spi.MachineProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The types that the tables of docs/reference/adapter-types.md are about, as they are. */
final class GuideTypes {
  private static final List<Path> INTERFACE = List.of(
      Path.of("..", "adapter-api", "src", "main", "java", "io", "cloudadapter", "spi"),
      Path.of("..", "adapter-http", "src", "main", "java", "io", "cloudadapter", "http"));
  private static final List<String> PACKAGES = List.of(
      MachineProvider.class.getPackageName(),
      "io.cloudadapter.spi.action",
      "io.cloudadapter.spi.config",
      "io.cloudadapter.spi.feature",
      "io.cloudadapter.api",
      "io.cloudadapter.api.cloud",
      "io.cloudadapter.http",
      "io.cloudadapter.simulated",
      "io.cloudadapter.testkit",
      "io.cloudadapter.testkit.report",
      "io.cloudadapter.testkit.rule",
      "io.cloudadapter.testkit.subject",
      "io.cloudadapter.testkit.wire");

  private static final Set<String> OF_ANY_OBJECT =
      Set.of("equals", "hashCode", "toString", "compareTo");

  private static final Set<String> OF_ANY_ENUM = Set.of("values", "valueOf");

  /** Code in a cell: a name, maybe with what stands in brackets behind it. Types and texts are no parts. */
  private static final Pattern PART = Pattern.compile("`([a-z]\\w*|[A-Z][A-Z_]+)(?:\\([^`]*\\))?`");

  private GuideTypes() {}

  static Optional<Class<?>> find(String name) {
    return PACKAGES.stream().flatMap(folder -> named(folder, name).stream()).findFirst();
  }

  private static Optional<Class<?>> named(String folder, String name) {
    try {
      return Optional.of(Class.forName(folder + "." + name.replace('.', '$')));
    } catch (ClassNotFoundException elsewhere) {
      return Optional.empty();
    }
  }

  /** What an adapter is written against, nested types included. */
  static Set<String> ofTheInterface() {
    return INTERFACE.stream()
        .flatMap(folder -> typesIn(folder).stream())
        .collect(Collectors.toSet());
  }

  private static Set<String> typesIn(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .map(file -> file.getFileName().toString().replace(".java", ""))
          .filter(name -> !name.equals("package-info"))
          .flatMap(name -> find(name).stream())
          .flatMap(type -> Stream.concat(Stream.of(type), Stream.of(type.getDeclaredClasses())))
          .filter(type -> Modifier.isPublic(type.getModifiers()))
          .map(type -> type.getName().replaceFirst(".*\\.", "").replace('$', '.'))
          .collect(Collectors.toSet());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Set<String> namedIn(String cell) {
    return PART.matcher(cell)
        .results()
        .map(part -> part.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  static Set<String> partsOf(Class<?> type) {
    Set<String> parts = new TreeSet<>();
    if (type.isRecord()) {
      Stream.of(type.getRecordComponents()).map(RecordComponent::getName).forEach(parts::add);
    }
    Stream.of(type.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
        .map(Method::getName)
        .forEach(parts::add);
    Stream.of(type.getDeclaredFields())
        .filter(field -> Modifier.isPublic(field.getModifiers()))
        .map(Field::getName)
        .forEach(parts::add);
    parts.removeAll(OF_ANY_OBJECT);
    if (type.isEnum()) {
      parts.removeAll(OF_ANY_ENUM);
    }
    return parts;
  }
}
