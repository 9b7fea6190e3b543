package io.cloudadapter.testkit.report;

import com.samskivert.mustache.Mustache;
import io.cloudadapter.testkit.rule.Rule;
import io.cloudadapter.testkit.rule.RuleBook;
import io.cloudadapter.testkit.rule.RuleExplanation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The pages that explain rules, one for each, and a list of them. The same for every certificate of this kit. */
final class RulePages {
  private static final String INDEX = "index.html";

  private RulePages() {}

  /** The facts of one page. */
  record Page(RuleExplanation explained, RuleBook book) {
    Rule rule() {
      return explained.rule();
    }

    /** Shows what a sentence of the rules has in backticks as code. */
    Mustache.Lambda backticks() {
      return (sentence, out) -> out.write(HtmlEscaper.code(sentence.execute()));
    }
  }

  /** The facts of the list. */
  record Index(RuleBook book, List<Chapter> chapters) {
    Mustache.Lambda backticks() {
      return (sentence, out) -> out.write(HtmlEscaper.code(sentence.execute()));
    }
  }

  record Chapter(String title, List<Rule> rules) {}

  /** All pages by their file names. */
  static Map<String, String> of(RuleBook book) {
    Map<String, String> pages = new LinkedHashMap<>();
    pages.put(INDEX, PageTemplates.fill("rule-index.html", index(book)));
    for (Rule rule : book.rules()) {
      pages.put(
          rule.id() + ".html",
          PageTemplates.fill("rule.html", new Page(RuleExplanation.of(book, rule), book)));
    }
    return pages;
  }

  private static Index index(RuleBook book) {
    List<String> titles = book.rules().stream().map(book::chapter).distinct().toList();
    return new Index(
        book,
        titles.stream()
            .map(title -> new Chapter(
                title,
                book.rules().stream()
                    .filter(rule -> book.chapter(rule).equals(title))
                    .toList()))
            .toList());
  }
}
