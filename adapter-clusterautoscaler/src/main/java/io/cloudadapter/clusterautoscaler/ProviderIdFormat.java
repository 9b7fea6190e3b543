package io.cloudadapter.clusterautoscaler;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The form of the provider IDs of a pool's nodes: a text with places for the machine's id, and for account, pool and
 * zone. The zone is written, and not compared when an ID is read: a cloud may have moved the machine, or not have named
 * its zone yet.
 */
final class ProviderIdFormat {
  private static final Pattern PLACE = Pattern.compile("\\{(account|pool|zone|id)}");

  private final String form;
  private final Pattern pattern;
  private final String account;
  private final String pool;

  /**
   * The form of one pool.
   *
   * @param form such as {@code aws:///{zone}/{id}}
   * @param account the pool's account
   * @param pool the pool's name
   */
  ProviderIdFormat(String form, String account, String pool) {
    this.form = form;
    this.account = account;
    this.pool = pool;
    StringBuilder expression = new StringBuilder();
    Matcher place = PLACE.matcher(form);
    Map<String, Integer> uses = new HashMap<>();
    int end = 0;
    while (place.find()) {
      expression.append(Pattern.quote(form.substring(end, place.start())));
      String name = place.group(1);
      boolean isFirst = uses.merge(name, 1, Integer::sum) == 1;
      expression.append(
          switch (name) {
            case "account" -> Pattern.quote(account);
            case "pool" -> Pattern.quote(pool);
            case "zone" -> "[^/]*";
            default -> isFirst ? "(?<id>[A-Za-z0-9._~@-]{1,128})" : "\\k<id>";
          });
      end = place.end();
    }
    expression.append(Pattern.quote(form.substring(end)));
    this.pattern = Pattern.compile(expression.toString());
  }

  /** The provider ID of a machine. */
  String write(String id, Optional<String> zone) {
    return form.replace("{account}", account)
        .replace("{pool}", pool)
        .replace("{zone}", zone.orElse(""))
        .replace("{id}", id);
  }

  /** The machine's id in a provider ID; empty if that has another form. */
  Optional<String> read(String providerId) {
    Matcher matcher = pattern.matcher(providerId);
    return matcher.matches() ? Optional.of(matcher.group("id")) : Optional.empty();
  }
}
