package io.cloudadapter.api.cloud;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Provider IDs of nodes, as this library or a cloud's own provider writes them. */
class ProviderIdFormatTest {

  private static ProviderIdFormat form(String form) {
    return new ProviderIdFormat(form, "demo", "web");
  }

  @Test
  void theUsualFormNamesAccountPoolAndMachine() {
    ProviderIdFormat usual = form("cloudadapter://{account}/{pool}/{id}");

    assertThat(usual.write("i-1", Optional.of("a"))).isEqualTo("cloudadapter://demo/web/i-1");
    assertThat(usual.read("cloudadapter://demo/web/i-1")).contains("i-1");
    assertThat(usual.read("cloudadapter://demo/batch/i-1")).isEmpty();
    assertThat(usual.read("cloudadapter://other/web/i-1")).isEmpty();
    assertThat(usual.read("cloudadapter://demo/web/i-1/x")).isEmpty();
    assertThat(usual.read("")).isEmpty();
  }

  @Test
  void aZoneIsWrittenAndNotCompared() {
    ProviderIdFormat aws = form("aws:///{zone}/{id}");

    assertThat(aws.write("i-1", Optional.of("eu-north-1a"))).isEqualTo("aws:///eu-north-1a/i-1");
    assertThat(aws.write("i-1", Optional.empty())).isEqualTo("aws:////i-1");
    assertThat(aws.read("aws:///eu-north-1b/i-1")).contains("i-1");
    assertThat(aws.read("aws:////i-1")).contains("i-1");
    assertThat(aws.read("aws:///a/b/i-1")).isEmpty();
  }

  @Test
  void textBesideThePlacesIsNoExpression() {
    ProviderIdFormat form = form("a.b://({id})");

    assertThat(form.read("a.b://(i-1)")).contains("i-1");
    assertThat(form.read("aXb://(i-1)")).isEmpty();
    assertThat(form("openstack:///{id}").read("openstack:///8f2c")).contains("8f2c");
  }

  @Test
  void aFormNeedsAnIdAndKnownPlaces() {
    assertThat(ProviderIdFormat.problem(ProviderIdFormat.USUAL)).isEmpty();
    assertThat(ProviderIdFormat.problem("aws:///{zone}"))
        .hasValueSatisfying(why -> assertThat(why).contains("{id}"));
    assertThat(ProviderIdFormat.problem("{id}"))
        .hasValueSatisfying(why -> assertThat(why).contains("NAME://"));
    assertThat(ProviderIdFormat.problem("a://{id}/{rack}"))
        .contains("may have {id}, {account}, {pool} and {zone} only, was a://{id}/{rack}");
  }
}
