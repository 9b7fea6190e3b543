package io.cloudadapter.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each bug of a store that several processes share is found by the storms of replicas, or by a test of the shared
 * store; the true code is not. One that was tried is left out, since it harms no pool: a write without an answer that
 * is sent again without a bar. Both require the same head, so that only one of them is ever done, or the same entries
 * are written twice under the same revisions.
 */
@Tag("proof")
class ReplicaMutantsTest {
  private static AdapterMutant store(String bug, String type, String before, String after) {
    return AdapterMutant.of("replicas", bug, "").edit(type, before, after);
  }

  static List<AdapterMutant> mutants() {
    return List.of(
        store(
            "a write does not require the head",
            "HeadWriter",
            "new ClusterTransaction().require(mirror.headKey(), mirror.headRevision()).put(mirror.headKey(), text);",
            "new ClusterTransaction().put(mirror.headKey(), text);"),
        store(
            "an opening does not require the head",
            "QuorumStore",
            ".require(mirror.headKey(), revision)",
            ""),
        store(
            "an opening does not raise the epoch",
            "QuorumStore",
            "new HeadRecord(before.revision(), before.epoch() + 1, 1, List.of());",
            "new HeadRecord(before.revision(), before.epoch(), 1, List.of());"),
        store(
            "a write without an answer counts as done",
            "HeadWriter",
            "} catch (Unanswered e) { written = lookFor(next, began); }",
            "} catch (Unanswered e) { written = Optional.of(mirror.headRevision() + 1); }"),
        store(
            "a leader acts for half its lease longer",
            "LeaderLease",
            "return lease.toNanos() - lease.toNanos() / 10;",
            "return lease.toNanos() + lease.toNanos() / 2;"),
        store(
            "who leads is not asked before the lead is taken",
            "ElectedStore",
            ".require(ReplicaRecord.leader(prefix), 0)",
            ""),
        store(
            "a deposed store claims that it may act",
            "QuorumStore",
            "public boolean mayAct() { return !ended(); }",
            "public boolean mayAct() { return true; }"),
        store(
            "a lease that was refused counts as kept alive",
            "LeaderLease",
            "id = 0; deadline = asked; return false;",
            "deadline = asked + lasting(); return true;"),
        store(
            "a copy does not notice that it missed a write",
            "StoreMirror",
            "if (entry.revision() == contents.revision() + 1) {",
            "if (entry.revision() > contents.revision()) {"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("mutants")
  void is_found(AdapterMutant mutant, @TempDir Path classes) throws Exception {
    try (MutantCode code = MutantCode.of(MutantCode.Original.SHARED_STORE, mutant, classes)) {
      assertThat(complaint(code)).as("what was found").isPresent();
    }
  }

  @Test
  void the_true_code_is_not(@TempDir Path classes) throws Exception {
    AdapterMutant none = store(
        "nothing", "ReplicaRecord", "final class ReplicaRecord {", "final class ReplicaRecord {");
    try (MutantCode code = MutantCode.of(MutantCode.Original.SHARED_STORE, none, classes)) {
      assertThat(complaint(code)).as("what was found").isEmpty();
    }
  }

  /** What the first test that fails says. */
  private static Optional<Throwable> complaint(MutantCode code) throws Exception {
    Optional<Throwable> found = tests(code.beside("shared.ElectedStoreTest"));
    if (found.isPresent()) {
      return found;
    }
    Class<?> storms = code.beside("ReplicaStormTest");
    for (int replicas : new int[] {3, 2}) {
      found = failure(
          storms,
          storms.getDeclaredMethod("nothingAcknowledgedIsLostAndOnlyOneActs", int.class),
          replicas);
      if (found.isPresent()) {
        return found;
      }
    }
    return failure(
        storms, storms.getDeclaredMethod("nothingAcknowledgedIsLostWhereNoClockIsRight"));
  }

  private static Optional<Throwable> tests(Class<?> type) throws Exception {
    for (Method test : Arrays.stream(type.getDeclaredMethods())
        .filter(method -> method.isAnnotationPresent(Test.class))
        .toList()) {
      Optional<Throwable> found = failure(type, test);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private static Optional<Throwable> failure(Class<?> type, Method test, Object... with)
      throws Exception {
    Constructor<?> anew = type.getDeclaredConstructor();
    anew.setAccessible(true);
    test.setAccessible(true);
    try {
      test.invoke(anew.newInstance(), with);
      return Optional.empty();
    } catch (InvocationTargetException e) {
      return Optional.of(e.getCause());
    }
  }
}
