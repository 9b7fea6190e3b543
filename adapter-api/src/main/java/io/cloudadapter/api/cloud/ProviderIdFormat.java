package io.cloudadapter.api.cloud;

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
public final class ProviderIdFormat {
  /** The form unless another one is configured. */
  public static final String USUAL = "cloudadapter://{account}/{pool}/{id}";

  private static final Pattern PLACE = Pattern.compile("\\{(account|pool|zone|id)}");
  private static final Pattern ANY_PLACE = Pattern.compile("\\{([^}]*)}");

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
  public ProviderIdFormat(String form, String account, String pool) {
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

  /**
   * Returns what is wrong with a form.
   *
   * @param form such as {@code aws:///{zone}/{id}}
   * @return what it must be and what it was; empty if it is usable
   */
  public static Optional<String> problem(String form) {
    Matcher places = ANY_PLACE.matcher(form);
    boolean hasId = false;
    while (places.find()) {
      hasId |= places.group(1).equals("id");
      if (!PLACE.matcher(places.group()).matches()) {
        return Optional.of("may have {id}, {account}, {pool} and {zone} only, was " + form);
      }
    }
    return hasId && form.contains("://")
        ? Optional.empty()
        : Optional.of("must be of the form NAME://..., and have {id} in it, was " + form);
  }

  /**
   * Writes the provider ID of a machine.
   *
   * @param id the machine's id
   * @param zone its zone, if known
   * @return the provider ID
   */
  public String write(String id, Optional<String> zone) {
    return form.replace("{account}", account)
        .replace("{pool}", pool)
        .replace("{zone}", zone.orElse(""))
        .replace("{id}", id);
  }

  /**
   * Reads a machine's id.
   *
   * @param providerId the provider ID of a node
   * @return the id; empty if the provider ID has another form, or names another account or pool
   */
  public Optional<String> read(String providerId) {
    Matcher matcher = pattern.matcher(providerId);
    return matcher.matches() ? Optional.of(matcher.group("id")) : Optional.empty();
  }
}
