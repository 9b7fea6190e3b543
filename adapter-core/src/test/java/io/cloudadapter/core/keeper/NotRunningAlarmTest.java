package io.cloudadapter.core.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.core.config.OperatingState;
import io.cloudadapter.core.protocol.Command;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The alarm about a pool that an operator has suspended, or has observe, for long. */
class NotRunningAlarmTest {
  @Test
  void a_pool_that_is_suspended_for_a_day_raises_the_alarm_which_ends_when_it_runs_again() {
    KeeperHarness web = KeeperHarness.begins();
    web.run();
    web.does(new Command.SetState(OperatingState.SUSPENDED));

    web.run(Duration.ofHours(23));
    assertThat(web.alarms()).doesNotContain(Alarm.Code.NOT_RUNNING);
    web.run(Duration.ofHours(2));
    assertThat(web.alarm(Alarm.Code.NOT_RUNNING)).contains("suspended", "1d");

    web.does(new Command.SetState(OperatingState.RUNNING));
    web.run();
    assertThat(web.alarms()).doesNotContain(Alarm.Code.NOT_RUNNING);
  }

  @Test
  void a_restart_does_not_begin_the_time_anew_and_the_time_is_configured() {
    KeeperHarness web = KeeperHarness.with(pool -> pool.notRunningAlarm(Duration.ofHours(3)));
    web.run();
    web.does(new Command.SetState(OperatingState.OBSERVING));
    web.run(Duration.ofHours(2));

    web.crashAndRestart().run(Duration.ofMinutes(90));

    assertThat(web.alarm(Alarm.Code.NOT_RUNNING)).contains("observing", "3h");
  }
}
