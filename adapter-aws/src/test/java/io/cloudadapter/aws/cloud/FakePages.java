package io.cloudadapter.aws.cloud;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** Cuts lists into pages, and keeps what each page's token stands for. */
final class FakePages {
  private final Random chance;
  private final Map<String, Integer> positions = new HashMap<>();
  private int limit = 1000;

  FakePages(Random chance) {
    this.chance = chance;
  }

  void limit(int most) {
    limit = most;
  }

  /** How many items a page has where a request wants so many. */
  int most(int wanted) {
    return Math.min(wanted, limit);
  }

  String token(int after) {
    String token = "eyJ2IjoiMiIsInMiOiIxIn0-%016x".formatted(chance.nextLong());
    positions.put(token, after);
    return token;
  }

  int position(String token) {
    Integer after = positions.get(token);
    AwsRefusal.require(after != null, "InvalidNextToken", "The token '" + token + "' is invalid");
    return after == null ? 0 : after;
  }

  /** As many of these as a page has, from where the token says. */
  String of(List<String> items, String set, QueryParams params) {
    int from = params.get("NextToken").map(this::position).orElse(0);
    int most = params.get("MaxResults").isEmpty()
        ? items.size()
        : Math.min(params.number("MaxResults"), limit);
    int to = Math.min(items.size(), from + most);
    StringBuilder page = new StringBuilder("<" + set + ">");
    items.subList(from, to).forEach(item -> page.append("<item>").append(item).append("</item>"));
    page.append("</").append(set).append(">");
    return page
        + new XmlWriter()
            .put("nextToken", to < items.size() ? Optional.of(token(to)) : Optional.empty())
            .toString();
  }
}
