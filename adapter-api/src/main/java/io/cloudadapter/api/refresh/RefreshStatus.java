package io.cloudadapter.api.refresh;

import io.cloudadapter.api.MachineId;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;

/**
 * A refresh as it is at one moment: the one that is under way, or the last one.
 *
 * @param id its id
 * @param state how far it has come
 * @param cause why it was started
 * @param reason why it is paused, has failed or was cancelled, for people
 * @param waitsFor what has to happen before the refresh takes out the next machine, for people; empty if it waits for
 *     nothing or has ended
 * @param request how it replaces machines
 * @param template the number of the launch template that it brings the machines to
 * @param previousTemplate the number of the template that most of the machines had at its start, to which a rollback
 *     goes back; one for age has that of the refresh before to the same template; empty if it is unknown
 * @param rejectedTemplate the number of the template that a rollback takes machines back from; empty unless it rolls
 *     back or has done so
 * @param machines how many machines it was for at its start
 * @param remaining how many machines it still has to replace
 * @param warmRemaining how many machines of the warm pool it still has to replace, beside {@code remaining}
 * @param healthy how many machines are healthy, those of the earlier template included
 * @param leastHealthy how many machines it leaves healthy at least
 * @param failures how many new machines have failed
 * @param blocked the machines that it waits for or leaves out, since they are protected or under an action
 * @param startedAt when it was started
 * @param startedBy who has started it; may be empty
 * @param endedAt when it ended
 */
public record RefreshStatus(
    UUID id,
    RefreshState state,
    RefreshCause cause,
    Optional<String> reason,
    Optional<String> waitsFor,
    RefreshRequest request,
    int template,
    OptionalInt previousTemplate,
    OptionalInt rejectedTemplate,
    int machines,
    int remaining,
    int warmRemaining,
    int healthy,
    int leastHealthy,
    int failures,
    List<MachineId> blocked,
    Instant startedAt,
    String startedBy,
    Optional<Instant> endedAt) {

  /** Copies the list. */
  public RefreshStatus {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(cause, "cause");
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(waitsFor, "waitsFor");
    Objects.requireNonNull(request, "request");
    Objects.requireNonNull(previousTemplate, "previousTemplate");
    Objects.requireNonNull(rejectedTemplate, "rejectedTemplate");
    Objects.requireNonNull(startedAt, "startedAt");
    Objects.requireNonNull(startedBy, "startedBy");
    Objects.requireNonNull(endedAt, "endedAt");
    blocked = List.copyOf(blocked);
  }
}
