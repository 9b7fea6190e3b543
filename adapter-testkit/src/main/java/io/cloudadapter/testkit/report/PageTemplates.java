package io.cloudadapter.testkit.report;

import com.samskivert.mustache.Mustache;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Fills the templates of this package with facts. All that they insert is escaped. */
final class PageTemplates {
  private static final Mustache.Compiler COMPILER = Mustache.compiler()
      .withLoader(PageTemplates::read)
      .withEscaper(HtmlEscaper::text)
      .withFormatter(
          fact -> fact instanceof Enum<?> constant ? words(constant) : String.valueOf(fact))
      .emptyStringIsFalse(true)
      .zeroIsFalse(true)
      .strictSections(true);

  private PageTemplates() {}

  static String fill(String name, Object facts) {
    return COMPILER.loadTemplate(name).execute(facts);
  }

  /** Enumerations as people write them. */
  static String words(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static Reader read(String name) {
    try (InputStream in = PageTemplates.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the testkit's jar lacks " + name);
      }
      return new StringReader(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the testkit's " + name, e);
    }
  }
}
