package io.cloudadapter.cli.terminal;

import java.io.PrintWriter;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The choice of output of a command. */
public final class OutputOptions {
  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      converter = Converter.class,
      description = "table, wide, json, yaml, or jsonpath=EXPRESSION, for example "
          + "jsonpath={.machines[*].id}. Default: table.")
  private OutputFormat format = OutputFormat.TABLE;

  @Option(names = "--json", description = "The same as -o json.")
  private boolean json;

  /** As picocli makes it. */
  public OutputOptions() {}

  /** Refuses options that exclude each other; call it before a command does anything. */
  public void check() {
    if (json
        && format.kind() != OutputFormat.Kind.TABLE
        && format.kind() != OutputFormat.Kind.JSON) {
      throw new UsageException("--json and --output exclude each other");
    }
  }

  /** Whether the output is for programs. */
  public boolean structured() {
    return format().structured();
  }

  /** Whether people want all columns. */
  public boolean wide() {
    return format().kind() == OutputFormat.Kind.WIDE;
  }

  /**
   * Prints a message for programs.
   *
   * @param out where to
   * @param value maps, lists, texts, numbers
   */
  public void print(PrintWriter out, Object value) {
    String text = format().text(value);
    if (!text.isEmpty()) {
      out.println(text);
    }
  }

  /** The same where several messages follow each other: JSON one a line, documents of YAML. */
  public void printNext(PrintWriter out, Object value) {
    if (format().kind() == OutputFormat.Kind.JSON) {
      out.println(JsonOutput.line(value));
      return;
    }
    if (format().kind() == OutputFormat.Kind.YAML) {
      out.println("---");
    }
    print(out, value);
  }

  private OutputFormat format() {
    return json ? OutputFormat.JSON : format;
  }

  /** Reads a format. */
  static final class Converter implements ITypeConverter<OutputFormat> {
    @Override
    public OutputFormat convert(String text) {
      try {
        return OutputFormat.parse(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(String.valueOf(e.getMessage()));
      }
    }
  }
}
