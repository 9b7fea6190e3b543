package io.cloudadapter.cli.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.cli.history.RegisterHistories.Deed;
import io.cloudadapter.cli.history.SizeAnswer.Accepted;
import io.cloudadapter.cli.history.SizeAnswer.Numbers;
import io.cloudadapter.cli.history.SizeAnswer.Refused;
import io.cloudadapter.cli.history.SizeAnswer.Seen;
import io.cloudadapter.cli.history.SizeAnswer.Unknown;
import io.cloudadapter.cli.history.SizeCommand.Adjustment;
import io.cloudadapter.cli.history.SizeCommand.Attach;
import io.cloudadapter.cli.history.SizeCommand.Read;
import io.cloudadapter.cli.history.SizeCommand.Removal;
import io.cloudadapter.cli.history.SizeCommand.Remove;
import io.cloudadapter.cli.history.SizeCommand.Resize;
import io.cloudadapter.cli.history.SizeCommand.SetSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Histories that a pool must not have, each beside one that differs in the fault alone. */
class SizeModelTest {
  private static final SizeLimits LIMITS = new SizeLimits(1, 9, 9);
  private static final Resize TWO_MORE = new Resize(Adjustment.CHANGE_IN_CAPACITY, 2, true);

  private final List<Deed<SizeOperation>> history = new ArrayList<>();
  private long clock;

  private void add(long began, long ended, SizeCommand command, String key, SizeAnswer answer) {
    Optional<String> name = key.isEmpty() ? Optional.empty() : Optional.of(key);
    history.add(new Deed<>(new SizeOperation(command, name, answer), began, ended));
  }

  /** After all that came before. */
  private SizeModelTest then(SizeCommand command, String key, SizeAnswer answer) {
    add(clock, clock + 1, command, key, answer);
    clock += 2;
    return this;
  }

  private SizeModelTest thenReads(int size) {
    return then(new Read(), "", new Seen(size));
  }

  /** The answer to {@link #TWO_MORE} from a size at which all machines are there. */
  private static SizeAnswer twoMoreThan(int size) {
    return SizeModel.decided(TWO_MORE, new Numbers(size, size, LIMITS));
  }

  private Optional<SizeCommand> unexplained() {
    Optional<SizeCommand> command = new SizeModel(LIMITS)
        .unexplained(PoolState.of(4, Set.of("i-out")), history)
        .map(deed -> deed.what().command());
    history.clear();
    clock = 0;
    return command;
  }

  @Test
  void anAcknowledgedCommandIsNotLost() {
    then(new SetSize(7), "", new Accepted()).thenReads(7);
    assertThat(unexplained()).isEmpty();

    then(new SetSize(7), "", new Accepted()).thenReads(4);
    assertThat(unexplained()).contains(new Read());

    then(new Remove("i-1", Removal.DETACH, true), "", new Accepted()).thenReads(3);
    assertThat(unexplained()).isEmpty();

    then(new Remove("i-1", Removal.DETACH, true), "", new Accepted()).thenReads(4);
    assertThat(unexplained()).contains(new Read());
  }

  @Test
  void aRelativeCommandIsNotDoneTwice() {
    then(TWO_MORE, "", twoMoreThan(4)).thenReads(6);
    assertThat(unexplained()).isEmpty();

    then(TWO_MORE, "", twoMoreThan(4)).thenReads(8);
    assertThat(unexplained()).contains(new Read());

    then(new Attach("i-out"), "", new Accepted()).thenReads(6);
    assertThat(unexplained()).contains(new Read());
  }

  @Test
  void aKeyedCommandIsDoneOnceHoweverOftenItIsSent() {
    then(TWO_MORE, "k", twoMoreThan(4)).then(TWO_MORE, "k", twoMoreThan(4)).thenReads(6);
    assertThat(unexplained()).isEmpty();

    then(TWO_MORE, "k", twoMoreThan(4)).then(TWO_MORE, "k", twoMoreThan(4)).thenReads(8);
    assertThat(unexplained()).contains(new Read());

    then(TWO_MORE, "k", twoMoreThan(4)).then(TWO_MORE, "k", twoMoreThan(6));
    assertThat(unexplained()).as("the repetition has another answer").contains(TWO_MORE);

    then(new SetSize(5), "k", new Accepted())
        .then(new SetSize(7), "", new Accepted())
        .then(new SetSize(5), "k", new Accepted())
        .thenReads(5);
    assertThat(unexplained()).contains(new Read());
  }

  @Test
  void aKeyWhoseAnswerWasLostIsDoneOnceBeforeOrAfterItIsSentAgain() {
    add(0, 3, TWO_MORE, "k", new Unknown());
    add(1, 2, new Read(), "", new Seen(6));
    add(4, 5, TWO_MORE, "k", twoMoreThan(4));
    add(6, 7, new Read(), "", new Seen(6));
    assertThat(unexplained()).isEmpty();

    add(0, 3, TWO_MORE, "k", new Unknown());
    add(1, 2, new Read(), "", new Seen(6));
    add(4, 5, TWO_MORE, "k", twoMoreThan(6));
    assertThat(unexplained()).as("the repetition has another answer").isPresent();

    add(0, 3, TWO_MORE, "k", new Unknown());
    add(1, 2, new Read(), "", new Seen(6));
    add(4, 5, TWO_MORE, "k", new Refused());
    assertThat(unexplained()).as("it was done, so it cannot be refused").isPresent();
  }

  @Test
  void aReadIsNotStale() {
    add(0, 5, new SetSize(7), "", new Accepted());
    add(1, 2, new Read(), "", new Seen(7));
    add(3, 4, new Read(), "", new Seen(7));
    assertThat(unexplained()).isEmpty();

    add(0, 5, new SetSize(7), "", new Accepted());
    add(1, 2, new Read(), "", new Seen(7));
    add(3, 4, new Read(), "", new Seen(4));
    assertThat(unexplained()).contains(new Read());
  }

  @Test
  void whatALostAnswerLeftOpenIsDoneWhileItsServerLivesOrNever() {
    add(0, 3, new SetSize(7), "", new Unknown());
    add(4, 5, new Read(), "", new Seen(7));
    add(6, 7, new Read(), "", new Seen(7));
    assertThat(unexplained()).isEmpty();

    add(0, 3, new SetSize(7), "", new Unknown());
    add(4, 5, new Read(), "", new Seen(4));
    add(6, 7, new Read(), "", new Seen(7));
    assertThat(unexplained()).as("its server had died by then").contains(new Read());
  }

  @Test
  void oneMachineLeavesOnce() {
    Remove ended = new Remove("i-1", Removal.TERMINATE, true);
    then(ended, "a", new Accepted()).then(ended, "b", new Accepted()).thenReads(3);
    assertThat(unexplained()).isEmpty();

    then(ended, "a", new Accepted()).then(ended, "b", new Accepted()).thenReads(2);
    assertThat(unexplained()).contains(new Read());

    then(ended, "", new Refused());
    assertThat(unexplained()).as("it is a member").contains(ended);

    then(new Remove("i-1", Removal.TERMINATE, false), "", new Accepted()).thenReads(3);
    assertThat(unexplained()).as("nothing was to be subtracted").contains(new Read());
  }

  @Test
  void noRefusedCommandHasAnEffect() {
    then(new SetSize(10), "", new Refused()).thenReads(4);
    assertThat(unexplained()).isEmpty();

    then(new SetSize(9), "", new Refused());
    assertThat(unexplained()).contains(new SetSize(9));

    then(new Attach("i-out"), "", new Refused()).thenReads(5);
    assertThat(unexplained()).contains(new Read());
  }

  @Test
  void theNumbersOfADecisionAreThoseOfItsMoment() {
    Resize less = new Resize(Adjustment.CHANGE_IN_CAPACITY, -3, false);
    then(less, "", SizeModel.decided(less, new Numbers(3, 4, LIMITS))).thenReads(1);
    assertThat(unexplained()).as("one machine is missing yet").isEmpty();

    then(less, "", SizeModel.decided(less, new Numbers(5, 5, LIMITS)));
    assertThat(unexplained()).as("the size was not 5").contains(less);
  }
}
