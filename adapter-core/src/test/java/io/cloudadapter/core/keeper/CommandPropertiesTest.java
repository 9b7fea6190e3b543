package io.cloudadapter.core.keeper;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.core.protocol.Command;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.state.Action;
import net.jqwik.api.state.ActionChain;
import net.jqwik.api.state.Transformer;

/**
 * Any order of commands, with and without idempotency keys, with machines that live and die in between,
 * against {@link CommandModel}. jqwik shrinks what fails to the shortest chain.
 */
class CommandPropertiesTest {

  @Property(tries = 100)
  void everyCommandActsOnceAndThePoolFollows(
      @ForAll("chains") ActionChain<ModelCheckedPool> chain) {
    chain.run().comesToRest();
  }

  /** Found by chance: the sum is above the cap for as long as the lost reply keeps a launch open. */
  @Example
  void aMachineTakenBackIsOneTooManyUntilTheOpenLaunchIsKnown() {
    ModelCheckedPool pool = new ModelCheckedPool();
    pool.meets(Fate.REPLY_LOST, 0);
    pool.asks(new Command.SetDesiredSize(10), Optional.empty());
    MachineId first = pool.named(0);
    pool.asks(new Command.SetServiceState(first, ServiceState.OUT_OF_SERVICE), Optional.empty());
    pool.asks(new Command.SetServiceState(first, ServiceState.BOOTING), Optional.empty());
    pool.comesToRest();
  }

  /** Found by chance: a decrement of a machine repeats the decrement of the promise that it came from. */
  @Example
  void aDecrementOfAMachineRepeatsThatOfItsPromise() {
    ModelCheckedPool pool = new ModelCheckedPool();
    pool.meets(Fate.REJECTED, 0);
    pool.meets(Fate.REQUEST_LOST, 0);
    pool.asks(new Command.SetDesiredSize(2), Optional.empty());
    pool.asks(new Command.Terminate(pool.named(2), true), Optional.empty());
    pool.passes(Duration.ofSeconds(1));
    pool.asks(new Command.Terminate(pool.named(2), true), Optional.empty());
    pool.comesToRest();
  }

  /** Found by chance: one key was accepted for two attaches, and stood for the first that was done. */
  @Example
  void aKeyThatWaitsIsForOneCommand() {
    ModelCheckedPool pool = new ModelCheckedPool();
    pool.asks(new Command.Attach(new MachineId("outside-0")), Optional.of("a"));
    pool.asks(new Command.Attach(new MachineId("outside-1")), Optional.of("a"));
    pool.asks(new Command.SetDesiredSize(1), Optional.of("a"));
    pool.passes(Duration.ofSeconds(31));
    pool.repeats(true);
    pool.comesToRest();
  }

  @Provide
  Arbitrary<ActionChain<ModelCheckedPool>> chains() {
    return ActionChain.startWith(ModelCheckedPool::new)
        .withAction(4, resizes())
        .withAction(4, names(CommandPropertiesTest::terminate))
        .withAction(3, names(CommandPropertiesTest::detach))
        .withAction(3, names(CommandPropertiesTest::attach))
        .withAction(3, names(CommandPropertiesTest::serviceState))
        .withAction(2, names(CommandPropertiesTest::protect))
        .withAction(3, repeats())
        .withAction(3, lives())
        .withAction(4, passes())
        .withMaxTransformations(20);
  }

  private static Arbitrary<Optional<String>> key() {
    return Arbitraries.of("a", "b", "c").optional(0.3);
  }

  private static Action.Independent<ModelCheckedPool> resizes() {
    return () -> Combinators.combine(Arbitraries.integers().between(-1, 13), key())
        .as((size, key) ->
            asks("resizes to " + size, pool -> pool.asks(new Command.SetDesiredSize(size), key)));
  }

  /** A command that names a machine: the one at that place among all that can be named. */
  private static Action.Independent<ModelCheckedPool> names(
      BiFunction<MachineId, Integer, Command> command) {
    return () -> Combinators.combine(
            Arbitraries.integers().between(0, 40), Arbitraries.integers().between(0, 9), key())
        .as((place, kind, key) -> asks(
            command.apply(new MachineId("nr-" + place), kind)
                + key.map(k -> " under " + k).orElse(""),
            pool -> pool.asks(command.apply(pool.named(place), kind), key)));
  }

  private static Transformer<ModelCheckedPool> asks(String what, Consumer<ModelCheckedPool> does) {
    return Transformer.mutate(what, does);
  }

  private static Command terminate(MachineId machine, int kind) {
    return new Command.Terminate(machine, kind % 2 == 0);
  }

  private static Command detach(MachineId machine, int kind) {
    return new Command.Detach(machine, kind % 2 == 0);
  }

  private static Command attach(MachineId machine, int kind) {
    return new Command.Attach(machine);
  }

  private static Command protect(MachineId machine, int kind) {
    return new Command.Protect(machine, kind % 3 == 0);
  }

  private static Command serviceState(MachineId machine, int kind) {
    return new Command.SetServiceState(
        machine, kind > 5 ? ServiceState.OUT_OF_SERVICE : ServiceState.values()[kind % 5]);
  }

  private static Action.Independent<ModelCheckedPool> repeats() {
    return () -> Arbitraries.of(true, false)
        .map(sameKey ->
            asks("repeats it" + (sameKey ? "" : " without a key"), pool -> pool.repeats(sameKey)));
  }

  private static Action.Independent<ModelCheckedPool> passes() {
    return () -> Arbitraries.of(1, 7, 31, 120, 7200)
        .map(
            seconds -> asks(seconds + " s pass", pool -> pool.passes(Duration.ofSeconds(seconds))));
  }

  /** What happens to machines, launches and the process by itself. */
  private static Action.Independent<ModelCheckedPool> lives() {
    return () -> Combinators.combine(
            Arbitraries.of(Fate.values()), Arbitraries.integers().between(0, 20))
        .as((fate, place) -> asks(fate + " " + place, pool -> pool.meets(fate, place)));
  }

  enum Fate {
    /** A machine ends, stops, starts again. */
    DIES,
    STOPS,
    STARTS,
    /** The next launch loses its reply, never arrives, ends in a rejected machine, is refused. */
    REPLY_LOST,
    REQUEST_LOST,
    REJECTED,
    REFUSED,
    /** The process dies and begins anew. */
    CRASHES
  }
}
