package io.cloudadapter.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Prices of sizes that no pool of the file has. */
class PriceWarningTest extends ConfigFileTests {
  private List<String> warnings(String prices, String... pools) throws Exception {
    StringBuilder yaml = new StringBuilder("server: {http: true, prices: {" + prices + "}}\n"
        + "accounts: {lab: {provider: fake, region: north}}\npools:\n");
    for (int i = 0; i < pools.length; i++) {
      yaml.append("  p").append(i).append(": {maxSize: 10").append(pools[i]).append("}\n");
    }
    Path file = Files.writeString(directory.resolve("adapter.yaml"), yaml.toString());
    PartialConfig draft = new ConfigFileReader(List.of(new FakeCloud()), Map.of()).draft(file);
    assertThat(draft.faults()).isEmpty();
    return draft.doubts().stream().map(Object::toString).toList();
  }

  @Test
  void a_misspelt_size_is_named_with_the_one_that_was_probably_meant() throws Exception {
    assertThat(warnings("smal: 0.01, large: 0.1", ", size: small", ", size: large"))
        .containsExactly("server.prices.smal: is the size of no pool of this file; did you mean"
            + " small, which has no price? (line 1)");
  }

  @Test
  void sizes_that_no_pool_has_are_named_together() throws Exception {
    assertThat(
            warnings("small: 1, a1: 1, b1: 1, c1: 1, d1: 1, e1: 1, f1: 1, g1: 1", ", size: small"))
        .containsExactly("server.prices: has prices that no pool of this file needs, of the sizes"
            + " a1, b1, c1, d1, e1 and 2 more (line 1)");
  }

  @Test
  void a_size_near_to_one_that_has_a_price_was_not_meant_as_that() throws Exception {
    assertThat(warnings("m5.large: 1, m6.large: 1", ", size: m5.large"))
        .containsExactly("server.prices: has prices that no pool of this file needs, of the sizes"
            + " m6.large (line 1)");
  }

  @Test
  void sizes_of_pools_that_leave_theirs_out_are_not_known() throws Exception {
    assertThat(warnings("huge: 1", ", size: small", "")).isEmpty();
  }

  @Test
  void prices_of_the_sizes_of_all_pools_are_no_warning() throws Exception {
    assertThat(warnings("small: 1, large: 2", ", size: small", ", size: large")).isEmpty();
    assertThat(warnings("", ", size: small")).isEmpty();
  }
}
