package io.cloudadapter.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.Metric;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.fake.kubernetes.ApiStandIn;
import io.cloudadapter.fake.kubernetes.ApiStandIn.Fault;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a whole library does while the API server is away, loses replies, or refuses. */
class NodeOutagesTest extends NodeHooksScenario {
  @Test
  void lost_replies_and_errors_in_any_request_delay_a_drain_and_change_nothing_else()
      throws Exception {
    try (CloudAdapter adapter = open(pool(1, drain(Duration.ofMinutes(1))))) {
      MachineId leaving = join(adapter.defaultPool(), 1).get(0).id();
      standIn.next("POST", "/secrets", Fault.LOST_REPLY);
      standIn.next("GET", "/nodes", Fault.RESET);
      standIn.next("PATCH", node(leaving), Fault.LOST_REPLY);
      standIn.next("GET", "/pods", Fault.UNAVAILABLE);
      standIn.next("POST", "/eviction", Fault.LOST_REPLY);
      standIn.next("DELETE", node(leaving), Fault.LOST_REPLY);
      standIn.next("DELETE", "", Fault.THROTTLED);

      adapter.defaultPool().setDesiredSize(0);
      adapter.defaultPool().await(view -> isGone(view, leaving), PATIENCE);

      assertThat(objects.keys("nodes")).isEmpty();
      assertThat(objects.keys("pods")).containsExactly("default/agent-" + leaving.value());
      until("the message is removed", () -> objects.keys("secrets").isEmpty());
      assertThat(standIn.isSpent()).isTrue();
    }
  }

  @Test
  void an_api_server_that_is_away_raises_the_alarm_and_the_drain_goes_on_once_it_is_back()
      throws Exception {
    try (CloudAdapter adapter = open(pool(1, drain(Duration.ofMinutes(1))))) {
      MachinePool pool = adapter.defaultPool();
      MachineId leaving = join(pool, 1).get(0).id();
      standIn.away(true);

      pool.setDesiredSize(0);
      PoolView alarmed = pool.await(
          view -> view.alarms().stream().anyMatch(alarm -> alarm.code() == Alarm.Code.HOOK),
          PATIENCE);
      assertThat(alarmed.alarms())
          .filteredOn(alarm -> alarm.code() == Alarm.Code.HOOK)
          .singleElement()
          .satisfies(alarm -> assertThat(alarm.message())
              .contains(
                  "UNAVAILABLE",
                  "/api/v1/namespaces/cloudadapter/secrets",
                  standIn.uri().toString()));
      until(
          "the metric",
          () -> adapter.metrics().stream()
              .filter(metric -> metric.name().equals("cloudadapter_kubernetes_up"))
              .map(Metric::value)
              .toList()
              .equals(List.of(0.0)));
      standIn.away(false);
      pool.await(view -> isGone(view, leaving) && view.alarms().isEmpty(), PATIENCE);
      assertThat(objects.keys("nodes")).isEmpty();
    }
  }

  @Test
  void an_api_server_that_goes_away_in_the_middle_of_a_drain_raises_the_alarm_until_it_is_back()
      throws Exception {
    objects.slowPods(true);
    try (CloudAdapter adapter = open(pool(1, drain(Duration.ofMinutes(1))))) {
      MachinePool pool = adapter.defaultPool();
      MachineId leaving = join(pool, 1).get(0).id();
      pool.setDesiredSize(0);
      until("the pod ends", () -> !standIn.requests("POST", "/eviction").isEmpty());
      assertThat(pool.view().alarms()).isEmpty();

      standIn.away(true);
      PoolView alarmed = pool.await(
          view -> view.alarms().stream().anyMatch(alarm -> alarm.code() == Alarm.Code.HOOK),
          PATIENCE);
      assertThat(alarmed.alarms())
          .filteredOn(alarm -> alarm.code() == Alarm.Code.HOOK)
          .singleElement()
          .satisfies(alarm -> assertThat(alarm.message())
              .startsWith("hook drain of machine " + leaving + " waits: ")
              .contains(standIn.uri().toString()));
      standIn.away(false);
      pool.await(view -> view.alarms().isEmpty(), PATIENCE);

      objects.endPod("app-" + leaving.value());
      pool.await(view -> isGone(view, leaving), PATIENCE);
    }
  }

  @Test
  void a_new_machine_waits_while_the_api_server_is_away_and_enters_service_once_it_is_back()
      throws Exception {
    standIn.away(true);
    Duration timeout = Duration.ofSeconds(3);
    LifecycleHook ready = LifecycleHook.onLaunch("node-ready", timeout, target());
    try (CloudAdapter adapter = open(pool(1, ready))) {
      MachinePool pool = adapter.defaultPool();
      MachineId machine = running(pool.await(view -> running(view).size() == 1, PATIENCE))
          .get(0)
          .id();
      until(
          "the hook waits for three time-outs",
          () -> pool.hooks().stream()
              .anyMatch(hook -> hook.machine().equals(machine)
                  && hook.deadline().isAfter(hook.since().plus(timeout.multipliedBy(3)))));
      assertThat(pool.view().alarms()).extracting(Alarm::code).contains(Alarm.Code.HOOK);

      objects.node(node(machine), "cloudadapter://lab/web/" + machine.value(), true);
      standIn.away(false);
      until("the hook is completed", () -> pool.hooks().isEmpty());
      assertThat(running(pool.view())).extracting(Machine::id).containsExactly(machine);
    }
  }

  @Test
  void credentials_that_are_refused_are_named_in_the_alarm() throws Exception {
    try (CloudAdapter adapter = open(pool(1, drain(Duration.ofMinutes(1))))) {
      MachinePool pool = adapter.defaultPool();
      MachineId leaving = join(pool, 1).get(0).id();
      standIn.accepts("another");
      pool.setDesiredSize(0);
      PoolView alarmed = pool.await(
          view -> view.alarms().stream().anyMatch(alarm -> alarm.code() == Alarm.Code.HOOK),
          PATIENCE);
      assertThat(alarmed.alarms())
          .extracting(Alarm::message)
          .anySatisfy(text -> assertThat(text)
              .contains("UNAUTHENTICATED", "does not accept the credentials of user robot")
              .doesNotContain(ApiStandIn.TOKEN));
      standIn.accepts(ApiStandIn.TOKEN);
      pool.await(view -> isGone(view, leaving), PATIENCE);
    }
  }

  @Test
  void a_message_whose_hook_was_removed_from_the_configuration_is_removed_after_it()
      throws Exception {
    objects.slowPods(true);
    MachineId leaving;
    try (CloudAdapter adapter = open(pool(1, drain(Duration.ofMinutes(1))))) {
      leaving = join(adapter.defaultPool(), 1).get(0).id();
      adapter.defaultPool().setDesiredSize(0);
      until("the pod ends", () -> !standIn.requests("POST", "/eviction").isEmpty());
    }
    LifecycleHook other = LifecycleHook.onLaunch("ready", Duration.ofMinutes(1), target());
    try (CloudAdapter adapter = open(pool(0, other))) {
      MachinePool pool = adapter.defaultPool();
      pool.answerHook(pool.hooks().get(0).token(), HookResult.CONTINUE);
      until("the message is removed", () -> objects.keys("secrets").isEmpty());
      assertThat(objects.keys("nodes")).containsExactly(node(leaving));
    }
  }
}
