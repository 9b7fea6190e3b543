package io.cloudadapter.api.cloud;

/**
 * The name of a load balancer in an account.
 *
 * @param region where, 1 to 128 of {@code [A-Za-z0-9._-]}
 * @param name its name in that region, of the same form
 */
public record LoadBalancerName(String region, String name) {

  /**
   * Checks the form.
   *
   * @throws IllegalArgumentException if one of them is not of its form
   */
  public LoadBalancerName {
    NameSyntax.name("region", region);
    NameSyntax.name("name", name);
  }

  /**
   * Reads what {@link #toString} writes.
   *
   * @param text region, slash, name
   * @return the same as a name
   * @throws IllegalArgumentException if it is not of that form
   */
  public static LoadBalancerName parse(String text) {
    int slash = text.indexOf('/');
    if (slash < 0) {
      throw new IllegalArgumentException(
          "a load balancer must be written as region/name, was " + NameSyntax.shown(text));
    }
    return new LoadBalancerName(text.substring(0, slash), text.substring(slash + 1));
  }

  @Override
  public String toString() {
    return region + "/" + name;
  }
}
