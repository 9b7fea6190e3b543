package io.cloudadapter.cli.page;

import com.samskivert.mustache.Mustache;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Fills the templates of pages with facts. All that they insert is escaped. */
public final class Templates {
  private static final Mustache.Compiler COMPILER = Mustache.compiler()
      .withLoader(Templates::read)
      .withEscaper(XmlEscaper::text)
      .withFormatter(
          fact -> fact instanceof Double number ? SvgPlot.number(number) : String.valueOf(fact))
      .strictSections(true);

  private Templates() {}

  /**
   * Fills a template.
   *
   * @param name its file
   * @param facts an object with the names that the template has
   * @return the page
   */
  public static String fill(String name, Object facts) {
    return COMPILER.loadTemplate(name).execute(facts);
  }

  private static Reader read(String name) {
    try (InputStream in = Templates.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the command line's jar lacks " + name);
      }
      return new StringReader(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the command line's " + name, e);
    }
  }
}
