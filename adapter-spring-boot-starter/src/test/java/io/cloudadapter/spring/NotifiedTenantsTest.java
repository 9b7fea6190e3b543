package io.cloudadapter.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.Pools;
import io.cloudadapter.api.notification.ReceiverStatus;
import io.cloudadapter.notification.NotificationSender;
import io.cloudadapter.spi.config.ConfigException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.core.NestedExceptionUtils;

/** Labels, tenants with quotas and receivers of notifications, from properties alone. */
class NotifiedTenantsTest {
  private static final List<String> TENANT = List.of(
      "cloudadapter.pools.web.labels.team=a",
      "cloudadapter.tenants.team.labels=team=a",
      "cloudadapter.tenants.team.pools=batch",
      "cloudadapter.tenants.team.machines=4");

  private static RunningApp start(String... more) {
    List<String> all = new ArrayList<>(RunningApp.TWO_POOLS);
    all.addAll(TENANT);
    all.addAll(List.of(more));
    return RunningApp.start(all);
  }

  @Test
  void a_pool_gets_its_labels_and_its_tenant_shares_a_quota() {
    try (RunningApp app = start()) {
      MachinePool web = app.context.getBean("web", MachinePool.class);
      MachinePool batch = app.context.getBean("batch", MachinePool.class);

      assertThat(web.labels()).containsEntry("team", "a");
      assertThat(app.context.getBean(Pools.class).quotas())
          .singleElement()
          .satisfies(quota -> assertThat(quota.tenant()).isEqualTo("team"));
      batch.setDesiredSize(2);
      assertThatThrownBy(() -> web.setDesiredSize(3))
          .isInstanceOf(PoolException.class)
          .hasMessageContaining("tenant team allows 4 machines");
      assertThat(app.context.getBeansOfType(NotificationSender.class)).isEmpty();
    }
  }

  @Test
  void a_receiver_of_the_properties_is_served_beside_the_pools() {
    try (RunningApp app = start(
        "cloudadapter.notifications.receivers.oncall.channel=webhook",
        "cloudadapter.notifications.receivers.oncall.secret=hush-hush-hush-hush",
        "cloudadapter.notifications.receivers.oncall.pools=web",
        "cloudadapter.notifications.receivers.oncall.alarms=CLOUD,QUOTA",
        "cloudadapter.notifications.receivers.oncall.severity=critical",
        "cloudadapter.notifications.receivers.oncall.group-wait=10s",
        "cloudadapter.notifications.receivers.oncall.target.url=https://alerts.example.org/pools")) {
      assertThat(app.context.getBean(NotificationSender.class).receivers())
          .singleElement()
          .extracting(ReceiverStatus::name)
          .isEqualTo("oncall");
    }
  }

  @Test
  void a_reference_of_the_configuration_file_is_no_secret() {
    assertThatThrownBy(() -> start(
            "cloudadapter.notifications.receivers.a.channel=webhook",
            "cloudadapter.notifications.receivers.a.secret=env:HOOK_KEY_OF_THE_TEAM",
            "cloudadapter.notifications.receivers.a.target.url=https://alerts.example.org/a",
            "cloudadapter.notifications.receivers.b.channel=webhook",
            "cloudadapter.notifications.receivers.b.secret=file:/etc/hook-key-of-the-team",
            "cloudadapter.notifications.receivers.b.target.url=https://alerts.example.org/b",
            "cloudadapter.notifications.receivers.c.channel=webhook",
            "cloudadapter.notifications.receivers.c.secret=literal:hush-hush-hush-hush",
            "cloudadapter.notifications.receivers.c.target.url=https://alerts.example.org/c"))
        .satisfies(failure -> assertThat(NestedExceptionUtils.getMostSpecificCause(failure))
            .isInstanceOfSatisfying(
                ConfigException.class,
                wrong -> assertThat(wrong.faults())
                    .extracting(Object::toString)
                    .containsExactlyInAnyOrder(
                        refused("a", "env:"), refused("b", "file:"), refused("c", "literal:"))));
  }

  private static String refused(String receiver, String reference) {
    return "cloudadapter.notifications.receivers." + receiver
        + ".secret: must be the secret itself," + " was a text that begins with " + reference
        + "; use a placeholder such as ${HOOK_KEY}";
  }

  @Test
  void each_wrong_property_is_named_with_its_value_and_what_is_allowed() {
    assertThatThrownBy(() -> start(
            "cloudadapter.pools.web.labels.stage=a b",
            "cloudadapter.tenants.other.machines=-1",
            "cloudadapter.tenants.third.labels=team",
            "cloudadapter.tenants.third.machines=-2",
            "cloudadapter.tenants.third.vcpus=10000001",
            "cloudadapter.notifications.receivers.oncall.channel=webhook",
            "cloudadapter.notifications.receivers.oncall.pools=wep"))
        .satisfies(failure -> assertThat(NestedExceptionUtils.getMostSpecificCause(failure))
            .isInstanceOfSatisfying(
                ConfigException.class,
                wrong -> assertThat(wrong.faults())
                    .extracting(Object::toString)
                    .anySatisfy(fault -> assertThat(fault)
                        .startsWith("cloudadapter.pools.web.labels.stage: ")
                        .endsWith("was a b"))
                    .anySatisfy(fault -> assertThat(fault)
                        .startsWith("cloudadapter.tenants.other.machines: ")
                        .contains("was -1"))
                    .anySatisfy(fault -> assertThat(fault)
                        .startsWith("cloudadapter.tenants.third.machines: ")
                        .contains("was -2"))
                    .anySatisfy(fault -> assertThat(fault)
                        .startsWith("cloudadapter.tenants.third.vcpus: ")
                        .contains("was 10000001"))
                    .anySatisfy(fault -> assertThat(fault)
                        .isEqualTo("cloudadapter.tenants.third.labels: must be labels of the form"
                            + " name=value, was team"))
                    .anySatisfy(fault -> assertThat(fault)
                        .startsWith("cloudadapter.notifications.receivers.oncall.pools: ")
                        .endsWith("did you mean web?"))));
  }
}
