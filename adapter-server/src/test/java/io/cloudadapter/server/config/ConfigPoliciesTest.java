package io.cloudadapter.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.scaling.AdjustmentPolicy;
import io.cloudadapter.api.scaling.AdjustmentType;
import io.cloudadapter.api.scaling.PlacementPolicy;
import io.cloudadapter.api.scaling.ScalingDirection;
import io.cloudadapter.core.config.CronSchedule;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.ScalingConfig;
import io.cloudadapter.core.config.ScalingSchedule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** How policies, schedules and their metrics are read from a configuration file, and what is refused of them. */
class ConfigPoliciesTest extends ConfigFileTests {
  @Test
  void readsPoliciesAsSenlinHasThem() {
    AdapterConfig config = parse("""
        accounts: {lab: {provider: fake, region: north}}
        pools:
          web:
            maxSize: 10
            minSize: 2
            maxSizeLimit: 30
            cooldownFrom: readiness
            zones: [a, b]
            policies:
              more:
                type: senlin.policy.scaling
                version: 1.0
                properties:
                  event: CLUSTER_SCALE_OUT
                  adjustment: {number: 3, best_effort: true, cooldown: 60}
              spread:
                type: senlin.policy.zone_placement
                version: "1.0"
                properties: {zones: [{name: a, weight: 200}, {name: b}]}
        """);

    assertThat(config.pools())
        .containsExactly(PoolConfig.named("web", "lab", 10)
            .launch(LaunchConfig.builder().zones(List.of("a", "b")).build())
            .scaling(ScalingConfig.none()
                .withMinSize(2)
                .withMaxSizeLimit(30)
                .withCooldownFrom(ScalingConfig.CooldownFrom.READINESS)
                .with(
                    "more",
                    AdjustmentPolicy.of(
                            ScalingDirection.SCALE_OUT, AdjustmentType.CHANGE_IN_CAPACITY, 3)
                        .withBestEffort()
                        .withCooldown(Duration.ofMinutes(1)))
                .with(
                    "spread",
                    new PlacementPolicy(
                        PlacementPolicy.Kind.ZONE,
                        List.of(
                            PlacementPolicy.Share.of("a", 200),
                            PlacementPolicy.Share.of("b", 100)))))
            .build());
    assertThat(config.pools().get(0).initialSize()).as("the minimum").isEqualTo(2);
  }

  @Test
  void saysWhatIsWrongWithPolicies() {
    assertThat(faults("""
            accounts: {lab: {provider: fake, region: north}}
            pools:
              web:
                maxSize: 10
                minSize: 11
                maxSizeLimit: 9
                zones: [a, b]
                policies:
                  one: {type: senlin.policy.scaling, version: 2.0}
                  two: {type: senlin.policy.deletion, version: 1.1, properties: {criteria: FIRST}}
                  three: {type: senlin.policy.deletion, version: 1.1, properties: {hooks: {type: zaqar}}}
                  four: {type: senlin.policy.zone_placement, version: 1.0, properties: {zones: [{name: c}]}}
                  "five 5": {type: senlin.policy.deletion, version: 1.1}
                  six: {type: senlin.policy.deletion, version: 1.1}
                  seven: {type: senlin.policy.deletion, version: 1.1}
                  eight: {type: senlin.policy.region_placement, version: 1.0, properties: {regions: [{name: r}]}}
            """))
        .containsExactlyInAnyOrder(
            "pools.web.minSize: must be at most maxSize, which is 10, was 11 (line 5)",
            "pools.web.maxSizeLimit: must be at least maxSize, which is 10, was 9 (line 6)",
            "pools.web.policies.one.type: The policy_type 'senlin.policy.scaling-2.0' could not be found."
                + " (there are senlin.policy.scaling-1.0, senlin.policy.deletion-1.1,"
                + " senlin.policy.deletion-1.0, senlin.policy.region_placement-1.0,"
                + " senlin.policy.zone_placement-1.0, adapter.policy.step-1.0,"
                + " adapter.policy.target-1.0) (line 9)",
            "pools.web.policies.two.properties.criteria: 'FIRST' must be one of the allowed values: OLDEST_FIRST,"
                + " YOUNGEST_FIRST, OLDEST_PROFILE_FIRST, RANDOM (line 10)",
            "pools.web.policies.three: must have no hooks: a pool does not carry out those of a policy;"
                + " configure them in pools.web.hooks"
                + " (line 11)",
            "pools.web.policies.four: must place in the zones of the pool, which are a, b, was c"
                + " (line 12)",
            "pools.web.policies.five 5: scaling.policies must have names of 1 to 64 letters, digits,"
                + " '.', '_' or '-', was 'five 5' (line 13)",
            "pools.web.policies.seven: scaling.policies must have at most one deletion policy, were"
                + " seven, six (line 15)",
            "pools.web.policies.eight: must not place by region: all machines of a pool are in the"
                + " region of its account; place by zone, or have a pool in each region (line 16)");
  }

  @Test
  void saysAllThatIsWrongWithOnePolicy() {
    assertThat(faults("""
            accounts: {lab: {provider: fake, region: north}}
            pools:
              web:
                maxSize: 10
                zones: [a, b]
                policies:
                  more:
                    type: senlin.policy.scaling
                    version: 1.0
                    properties:
                      adjustment:
                        min_step: x
                        best: yes
                  spread:
                    type: senlin.policy.zone_placement
                    version: 1.0
                    properties: {zones: [{name: c}, {name: a}, {name: d}]}
            """))
        .containsExactly(
            "pools.web.policies.more.properties: Required spec item 'event' not provided (line 11)",
            "pools.web.policies.more.properties.adjustment.min_step: The value 'x' is not a valid"
                + " Integer (line 12)",
            "pools.web.policies.more.properties.adjustment.best: Unrecognizable spec item 'best'"
                + " (line 13)",
            "pools.web.policies.spread: must place in the zones of the pool, which are a, b,"
                + " was c, d (line 15)");
  }

  @Test
  void refusesPartsOfMachines() {
    String policies = "policies: {more: {type: senlin.policy.scaling, version: '1.0', properties:"
        + " {event: CLUSTER_SCALE_OUT, adjustment: {type: CHANGE_IN_CAPACITY, number: 2.7}}}}";

    assertThat(faults(SMALL.replace("{maxSize: 10}", "{maxSize: 10, " + policies + "}")))
        .singleElement()
        .asString()
        .contains("policies.more: must have a whole number for CHANGE_IN_CAPACITY, was 2.7");
  }

  @Test
  void refusesMetricsThatCannotBeMeasured() throws IOException {
    Set<String> operations = Pattern.compile("(?m)^ {2}/pool/\\{machine}/(\\w+):$")
        .matcher(Files.readString(
            Path.of("src/main/resources/io/cloudadapter/server/rest/openapi.yaml")))
        .results()
        .map(match -> match.group(1))
        .collect(Collectors.toSet());
    assertThat(PolicySection.OPERATIONS).isEqualTo(operations);

    String target = "{type: adapter.policy.target, version: 1.0, properties: {target: 1";
    for (String operation : operations) {
      assertThat(faults("""
              accounts: {lab: {provider: fake, region: north}}
              pools:
                web:
                  maxSize: 10
                  policies:
              """ + "      " + operation + ": " + target + "}}\n"
              + "      named: " + target + ", metric: " + operation + "}}\n"
              + "      size: " + target + "}}\n"
              + "      " + operation + "2: " + target + "}}\n"))
          .containsExactly(
              "pools.web.policies." + operation + ": " + unreachable(operation) + " (line 6)",
              "pools.web.policies.named: " + unreachable(operation) + " (line 7)");
    }
  }

  private static String unreachable(String operation) {
    return "must not watch a metric called " + operation + ": POST /pool/metrics/" + operation
        + " is the operation on a machine called metrics; name another with metric";
  }

  @Test
  void readsSchedules() {
    AdapterConfig config = parse("""
        accounts: {lab: {provider: fake, region: north}}
        pools:
          web:
            maxSize: 10
            schedules:
              opens: {cron: 0 8 * * MON-FRI, zone: Europe/Berlin, desiredSize: 8}
              nights: {cron: "0 20 * * *", minSize: 0, maxSize: 4}
        """);

    assertThat(config.pools().get(0).scaling())
        .isEqualTo(ScalingConfig.none()
            .with(
                "opens",
                ScalingSchedule.size(
                    CronSchedule.of("0 8 * * MON-FRI", ZoneId.of("Europe/Berlin")), 8))
            .with(
                "nights",
                new ScalingSchedule(
                    CronSchedule.of("0 20 * * *", ZoneId.of("UTC")),
                    OptionalInt.empty(),
                    OptionalInt.of(0),
                    OptionalInt.of(4))));
  }

  @Test
  void saysWhatIsWrongWithSchedules() {
    assertThat(faults("""
            accounts: {lab: {provider: fake, region: north}}
            pools:
              web:
                maxSize: 10
                schedules:
                  one: {cron: 0 8 * *, desiredSize: 1}
                  two: {cron: 0 0 30 2 *, desiredSize: 1}
                  three: {cron: 0 8 * * *, zone: Berlin, desiredSize: 1}
                  four: {cron: 0 8 * * *}
                  five: {cron: 0 8 * * *, desiredSize: 11}
                  six: {cron: 0 8 * * *, minSize: 5, maxSize: 4}
                  seven: {desiredSize: 1, desired: 2}
                  "eight 8": {cron: 0 8 * * *, desiredSize: 1}
                  nine: {cron: 0 8 * * *, desiredSize: many}
                  ten: {cron: "0 25 * FEB,MAI *", zone: Berlin, minSize: 3, maxSize: 12}
            """))
        .containsExactlyInAnyOrder(
            "pools.web.schedules.one.cron: must be five fields, minute hour day month weekday, for"
                + " example '0 8 * * MON-FRI', was '0 8 * *', which has 4 (line 6)",
            "pools.web.schedules.two.cron: must come some day, was '0 0 30 2 *', which never does"
                + " (line 7)",
            "pools.web.schedules.three.zone: must be a time zone, such as Europe/Berlin or UTC, was"
                + " Berlin (line 8)",
            "pools.web.schedules.four: must set desiredSize, minSize or maxSize (line 9)",
            "pools.web.schedules.five: desiredSize must be at most the pool's maxSizeLimit, which is"
                + " 10, was 11 (line 10)",
            "pools.web.schedules.six: maxSize must be at least minSize, which is 5, was 4 (line 11)",
            "pools.web.schedules.seven.cron: is missing. The times: minute, hour, day of the month,"
                + " month, weekday. (line 12)",
            "pools.web.schedules.seven.desired: is unknown; allowed are cron, zone, "
                + "desiredSize, minSize, maxSize (line 12)",
            "pools.web.schedules.eight 8: scaling.schedules must have names of 1 to 64 letters,"
                + " digits, '.', '_' or '-', was 'eight 8' (line 13)",
            "pools.web.schedules.nine.desiredSize: must be a whole number, 0 to 100000, was many"
                + " (line 14)",
            "pools.web.schedules.ten.zone: must be a time zone, such as Europe/Berlin or UTC, was"
                + " Berlin (line 15)",
            "pools.web.schedules.ten.cron: must be five fields, minute hour day month weekday, for"
                + " example '0 8 * * MON-FRI', was '0 25 * FEB,MAI *': hour may be 0 to 23, was"
                + " '25'; month may be 1 to 12 or JAN to DEC, was 'FEB,MAI' (line 15)",
            "pools.web.schedules.ten: maxSize must be at most the pool's maxSizeLimit, which is 10, was 12"
                + " (line 15)");
  }
}
