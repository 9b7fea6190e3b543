package io.cloudadapter.core.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.event.PoolEventKind;
import io.cloudadapter.core.keeper.TestRecords;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.ledger.RecordChange;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandSender;
import io.cloudadapter.core.protocol.Event;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Who has changed the size of a pool, and what became of its machines, as its events show it. */
class EventDeriverTest {
  private static final PoolRecord POOL = PoolRecord.fresh("life", "here").edit(edit -> {
    edit.phase = PoolRecord.Phase.ACTIVE;
    edit.desired = 3;
    edit.desiredSet = true;
    edit.profile = 1;
    edit.profileHash = "hash";
  });

  private static StoredEvent sized(
      int before, int after, Optional<String> decidedBy, Optional<Event> during) {
    PoolRecord was = POOL.edit(edit -> edit.desired = before);
    PoolRecord is = POOL.edit(edit -> edit.desired = after);
    List<EventDraft> drafts = EventDeriver.derive(
        List.of(new RecordChange.Pool(was, is, before, 0, List.of(), decidedBy, during)));
    assertThat(drafts).hasSize(1);
    StoredEvent event = drafts.get(0).numbered(1, Instant.EPOCH, List.of(), 0);
    assertThat(event.kind()).isEqualTo(PoolEventKind.SIZE_CHANGED.name());
    return event;
  }

  private static Optional<Event> asked(String caller, String api) {
    return Optional.of(new Event.Asked(
        new Command.SetDesiredSize(5),
        CommandSender.under(Optional.empty()).named(caller).from(api, Optional.empty())));
  }

  @Test
  void a_change_of_the_size_has_the_headroom_beside_it_if_there_is_one() {
    PoolRecord five = POOL.edit(edit -> edit.desired = 5);

    List<EventDraft> drafts = EventDeriver.derive(List.of(
        new RecordChange.Pool(POOL, five, 5, 2, List.of(), Optional.empty(), Optional.empty())));

    assertThat(drafts.get(0).numbered(1, Instant.EPOCH, List.of(), 0).details())
        .containsEntry("headroom", "2");
    assertThat(sized(3, 5, Optional.empty(), Optional.empty()).details())
        .doesNotContainKey("headroom");
  }

  @Test
  void a_person_is_the_caller_of_what_the_person_asks() {
    StoredEvent event = sized(3, 5, Optional.empty(), asked("ann", "rest"));

    assertThat(event.principal()).isEqualTo("ann");
    assertThat(event.api()).isEqualTo("rest");
    assertThat(event.details()).doesNotContainKey("decidedBy");
  }

  @Test
  void a_schedule_is_the_caller_of_what_it_decides() {
    StoredEvent event = sized(3, 5, Optional.of("schedule:opens"), Optional.empty());

    assertThat(event.principal()).isEqualTo("schedule:opens");
    assertThat(event.api()).isEqualTo("schedule");
    assertThat(event.code()).isEqualTo("SCHEDULE");
  }

  @Test
  void a_policy_is_the_caller_of_what_it_decides_on_a_metric_that_the_library_reads() {
    StoredEvent event = sized(3, 5, Optional.of("policy:load"), asked("metric:cpu", "metric"));

    assertThat(event.principal()).isEqualTo("policy:load");
    assertThat(event.api()).isEqualTo("metric");
    assertThat(event.details()).containsEntry("metric", "cpu");
  }

  @Test
  void a_person_who_sends_a_metric_stays_the_caller_of_what_a_policy_decides() {
    StoredEvent event = sized(3, 5, Optional.of("policy:load"), asked("ann", "rest"));

    assertThat(event.principal()).isEqualTo("ann");
    assertThat(event.details()).containsEntry("decidedBy", "policy:load");
  }

  @Test
  void a_person_is_the_caller_beside_a_schedule_in_the_same_transaction() {
    PoolRecord five = POOL.edit(edit -> edit.desired = 5);
    PoolRecord seven = POOL.edit(edit -> edit.desired = 7);

    List<EventDraft> drafts = EventDeriver.derive(List.of(
        new RecordChange.Pool(POOL, five, 3, 0, List.of(), Optional.empty(), asked("ann", "rest")),
        new RecordChange.Pool(
            five, seven, 3, 0, List.of(), Optional.of("schedule:opens"), Optional.empty())));

    assertThat(drafts)
        .extracting(draft -> draft.numbered(1, Instant.EPOCH, List.of(), 0).principal())
        .containsExactly("ann", "schedule:opens");
  }

  @Test
  void a_machine_that_fails_and_is_to_be_kept_is_shown_as_failed() {
    MachineRecord kept = TestRecords.machine("i-0001", edit -> edit.kept = true);
    MachineRecord failed = kept.edit(edit -> edit.state = MachineState.REJECTED);

    List<EventDraft> drafts =
        EventDeriver.derive(List.of(new RecordChange.Machine(kept, failed, 0, Optional.empty())));

    StoredEvent event = drafts.get(0).numbered(1, Instant.EPOCH, List.of(), 0);
    assertThat(event.kind()).isEqualTo(PoolEventKind.MACHINE_STOPPED.name());
    assertThat(event.message()).isEqualTo("the cloud shows the machine as failed");
  }
}
