package io.cloudadapter.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.cli.CommandRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Doctor refuses what an adapter cannot do with the words of serve, and asks no cloud for that. */
class DoctorFeaturesTest {
  private static final String BARE = "simulated, services: false, actions: false, adoption: false";

  @TempDir
  private Path directory;

  private Path config(String account, String setting) throws IOException {
    return Files.writeString(directory.resolve("adapter.yaml"), """
        server: {port: 0}
        accounts:
          lab: {provider: %s}
        pools:
          web:
            maxSize: 10
            %s
        """.formatted(account, setting));
  }

  private static List<String> faults(CommandRunner.Result result) {
    return result.lines().stream()
        .filter(line -> line.startsWith("fault  "))
        .map(line -> line.substring("fault  ".length()))
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "health: {cloudStatus: true}|health.cloudStatus: must be false: adapter simulated of account lab cannot "
            + "read the status of instances (line 7)",
        "loadBalancing: {behind: [simulated/web]}|loadBalancing.behind: must be empty: adapter simulated of account "
            + "lab cannot put machines behind load balancers (line 7)",
        "warm: {size: 2}|warm.state: must be running: adapter simulated of account lab cannot stop and start "
            + "machines (line 7)",
        "remediation: {enabled: true, response: reboot}|remediation.response: must be replace or alarm: adapter "
            + "simulated of account lab cannot reboot machines (line 7)"
      })
  void doctor_refuses_what_serve_refuses_with_key_line_and_adapter(String setting, String error)
      throws IOException {
    String file = config(BARE, setting).toString();
    String whole = "pools.web." + error;

    CommandRunner.Result found = new CommandRunner().run("doctor", "--config", file);
    CommandRunner.Result refused = new CommandRunner().run("serve", "--config", file);

    assertThat(faults(found)).containsExactly(whole);
    assertThat(found.code()).isEqualTo(refused.code()).isEqualTo(1);
    assertThat(refused.err()).contains(whole);
    assertThat(directory.resolve("data/cloud-lab")).doesNotExist();
  }

  @Test
  void doctor_refuses_both_sources_of_health_at_once() throws IOException {
    String file = config(
            BARE,
            "loadBalancing: {behind: [simulated/web]}\n    health: {loadBalancers: true, cloudStatus: true}")
        .toString();

    assertThat(faults(new CommandRunner().run("doctor", "--config", file)))
        .extracting(fault -> fault.substring(0, fault.indexOf(':')))
        .containsExactly(
            "pools.web.loadBalancing.behind",
            "pools.web.health.loadBalancers",
            "pools.web.health.cloudStatus");
  }

  @Test
  void doctor_finds_that_openstack_has_no_status_of_instances_without_a_network()
      throws IOException {
    String file = config(
            "openstack, authUrl: 'https://127.0.0.1:1/v3', region: one, applicationCredentialId: me, "
                + "applicationCredentialSecret: 'literal:0123456789abcdef'",
            "health: {cloudStatus: true}")
        .toString();

    assertThat(new CommandRunner().run("doctor", "--config", file).out())
        .contains("pools.web.health.cloudStatus: must be false: adapter openstack of account lab"
            + " cannot read the status of instances (line 7)");
  }

  @Test
  void an_adapter_with_the_features_is_fine() throws IOException {
    String file = config(
            "simulated",
            "loadBalancing: {behind: [simulated/web]}\n    health: {loadBalancers: true, cloudStatus: true}\n"
                + "    warm: {size: 2}")
        .toString();

    assertThat(faults(new CommandRunner().run("doctor", "--config", file))).isEmpty();
  }
}
