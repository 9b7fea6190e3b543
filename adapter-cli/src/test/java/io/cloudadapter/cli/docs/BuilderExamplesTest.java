package io.cloudadapter.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each builder that users see has an example in its Javadoc, which compiles and runs as it stands there. */
@Tag("proof")
class BuilderExamplesTest {
  private static final Pattern EXPORT = Pattern.compile("(?m)^  exports ([\\w.]+);");
  private static final Pattern BUILDER =
      Pattern.compile("public (?:static )?final class (\\w*Builder)\\b");
  private static final Pattern CODE =
      Pattern.compile("<pre>\\{@code\\n(.*?)\\n *\\* }</pre>", Pattern.DOTALL);
  private static final List<String> JDK =
      List.of("java.net.URI", "java.nio.file.*", "java.time.*", "java.util.*");

  @TempDir
  Path directory;

  private final Set<String> packages = new TreeSet<>();
  private final TreeMap<String, String> examples = new TreeMap<>();
  private final Set<String> without = new TreeSet<>();

  private void read() throws Exception {
    for (Path module : ProjectFiles.withEnding("src/main/java/module-info.java")) {
      Set<String> exported = new TreeSet<>();
      int before = examples.size();
      for (Matcher export = EXPORT.matcher(Files.readString(module)); export.find(); ) {
        exported.add(export.group(1));
        Path sources = module.resolveSibling(export.group(1).replace('.', '/'));
        try (Stream<Path> files = Files.list(sources)) {
          for (Path file :
              files.filter(path -> path.toString().endsWith(".java")).toList()) {
            readBuilders(file);
          }
        }
      }
      if (examples.size() > before) {
        packages.addAll(exported);
      }
    }
  }

  private void readBuilders(Path file) throws Exception {
    String source = Files.readString(file);
    for (Matcher builder = BUILDER.matcher(source); builder.find(); ) {
      String name = file.getFileName().toString().replace(".java", "") + "_" + builder.group(1);
      String comment =
          source.substring(source.lastIndexOf("/**", builder.start()), builder.start());
      Matcher code = CODE.matcher(comment);
      if (code.find()) {
        examples.put(name, code.group(1).replaceAll("(?m)^ *\\* ?", ""));
      } else {
        without.add(name);
      }
    }
  }

  private Path program(String name, String code) throws Exception {
    StringBuilder text = new StringBuilder();
    Stream.concat(packages.stream().map(exported -> exported + ".*"), JDK.stream())
        .forEach(imported -> text.append("import ").append(imported).append(";\n"));
    text.append("public class ").append(name).append(" {\n");
    text.append("  public static void main(String[] args) throws Exception {\n");
    text.append(code).append("\n  }\n}\n");
    return Files.writeString(directory.resolve(name + ".java"), text);
  }

  @Test
  void eachBuilderHasAnExampleThatRuns() throws Exception {
    read();
    assertThat(without).as("builders without an example in their Javadoc").isEmpty();
    assertThat(examples).hasSizeGreaterThan(8);

    List<String> sources = new ArrayList<>();
    for (var example : examples.entrySet()) {
      sources.add(program(example.getKey(), example.getValue()).toString());
    }
    String all = examples.keySet().stream()
        .map(name -> name + ".main(args);\n")
        .collect(Collectors.joining());
    sources.add(program("All", all).toString());
    List<String> options =
        List.of("-proc:none", "-d", directory.toString(), "-classpath", JdkTool.CLASS_PATH);
    JdkTool.ran(
        directory,
        "javac",
        Stream.concat(options.stream(), sources.stream()).toArray(String[]::new));
    String path = directory + File.pathSeparator + JdkTool.CLASS_PATH;
    JdkTool.ran(directory, "java", "-XX:TieredStopAtLevel=1", "-classpath", path, "All");
  }
}
