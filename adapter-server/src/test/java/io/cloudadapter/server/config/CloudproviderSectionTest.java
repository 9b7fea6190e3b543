package io.cloudadapter.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.cloudadapter.server.options.CloudproviderOptions;
import io.cloudadapter.spi.config.ConfigException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CloudproviderSectionTest {
  private static final String FILE = """
      accounts:
        here: {provider: simulated}
        idle: {provider: simulated}
        there: {provider: simulated}
      pools:
        web: {maxSize: 10, account: here}
        far: {maxSize: 10, account: there}
      """;

  private static AdapterConfig parse(String section) {
    return new ConfigFileReader(List.of(new AnyCloud()), Map.of())
        .parse(FILE + section, Path.of("").toAbsolutePath());
  }

  private static List<String> faults(String section) {
    return catchThrowableOfType(ConfigException.class, () -> parse(section)).faults().stream()
        .map(Object::toString)
        .toList();
  }

  @Test
  void withoutItTheDefaultPoolsAccountIsServedAndNothingWithoutCredentials() {
    AdapterConfig config = parse("");

    assertThat(config.cloudprovider()).isEqualTo(CloudproviderConfig.usual());
    assertThat(config.cloudprovider().account(config.pools())).isEqualTo("here");
    AdapterConfig far = parse("defaultPool: far\n");
    assertThat(far.cloudprovider().account(far.pools())).isEqualTo("there");
  }

  @Test
  void everyKeyIsRead() {
    CloudproviderConfig read = parse("""
        cloudprovider:
          account: there
          errors: semantic
          zone: b
          name: mine
          plain: {address: "::1", port: 8080}
        """).cloudprovider();

    assertThat(read)
        .isEqualTo(new CloudproviderConfig(
            Optional.of("there"),
            new CloudproviderOptions(
                true,
                Optional.of("b"),
                Optional.of("mine"),
                Optional.of(new CloudproviderOptions.Plain("::1", 8080)))));
  }

  @Test
  void anAddressWithoutAPortOpensNothing() {
    assertThat(parse("cloudprovider: {plain: {address: 127.0.0.2}}\n")
            .cloudprovider()
            .settings()
            .plain())
        .isEmpty();
  }

  @Test
  void whatIsWrongIsNamed() {
    assertThat(faults("""
        cloudprovider:
          account: her
          errors: none
          plian: 1
          plain: {address: 0.0.0.0, port: 70000}
        """))
        .anyMatch(fault -> fault.contains("cloudprovider.account: is not an account of this file"
            + ", was her; did you mean here?"))
        .anyMatch(fault -> fault.contains("cloudprovider.errors: must be one of"))
        .anyMatch(fault -> fault.contains("cloudprovider.plian"))
        .anyMatch(fault ->
            fault.contains("cloudprovider.plain.address: must be an address of" + " loopback"))
        .anyMatch(fault -> fault.contains("cloudprovider.plain.port"));
    assertThat(faults("cloudprovider: {account: idle}\n"))
        .singleElement()
        .asString()
        .contains("is an account that no pool lives in, was idle; pools live in here, there");
    assertThat(faults("cloudprovider: [x]\n"))
        .singleElement()
        .asString()
        .contains("cloudprovider: must be a mapping");
  }
}
