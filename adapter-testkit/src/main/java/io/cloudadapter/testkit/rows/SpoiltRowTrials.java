package io.cloudadapter.testkit.rows;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.MachineSighting.End;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.testkit.run.MachineLists.Listed;
import io.cloudadapter.testkit.run.NotTestableException;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.wire.ProxyReply;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Rows of which one field is not as it should be, in each way and each field in its turn. */
public final class SpoiltRowTrials {
  private SpoiltRowTrials() {}

  public static List<Trial> all() {
    return List.of(Trial.of("MP-3.17", SpoiltRowTrials::noneIsLeftOut).needs("MP-3.1", "MP-3.9"));
  }

  private static void noneIsLeftOut(TestBench bench) {
    // Before machines are made: without a wire there is nothing to try.
    bench.line().filter((exchange, reply) -> reply);
    LaunchKey key = bench.key();
    MachineId machine = bench.launch(key).id();
    MachineId other = bench.launch().id();
    bench.time().passLag();
    SpoiltRow row = new SpoiltRow(bench, machine, other, key);
    row.triesAll(ListQuery.all(TestBench.POOL));
    row.triesAll(ListQuery.ids(List.of(machine)));
    row.repeats();
  }

  /** The row of one of two machines. */
  private static final class SpoiltRow {
    private final TestBench bench;
    private final MachineId machine;
    private final MachineId other;
    private final Set<String> marks = new TreeSet<>();
    private boolean known;

    SpoiltRow(TestBench bench, MachineId machine, MachineId other, LaunchKey key) {
      this.bench = bench;
      this.machine = machine;
      this.other = other;
      bench.marks(key).toTags().forEach((name, value) -> {
        marks.add(name);
        marks.add(value);
      });
      marks.add(OwnershipMarks.KEY_TAG);
    }

    void triesAll(ListQuery query) {
      List<ReplyRow> rows = new ArrayList<>();
      changed(query, row -> {
        rows.add(row);
        return false;
      });
      if (rows.isEmpty()) {
        throw new NotTestableException(
            "the row of a machine was found in no reply: they are neither JSON nor XML, or name it by"
                + " something other than its id");
      }
      ReplyRow row = rows.get(0);
      for (List<String> field : row.fields()) {
        for (RowFault fault : RowFault.values()) {
          String held = row.held(field);
          boolean itself = held.replace("\"", "").equals(machine.value());
          if (!held.isEmpty() && !held.equals("null") && !(itself && fault == RowFault.ODD_TEXT)) {
            tries(query, field, fault, touchesMarks(field, held));
          }
        }
      }
    }

    /** Without its marks, a row is that of another owner's machine. */
    private boolean touchesMarks(List<String> field, String held) {
      return marks.contains(field.get(field.size() - 1)) || marks.stream().anyMatch(held::contains);
    }

    private void tries(ListQuery query, List<String> field, RowFault fault, boolean ofMarks) {
      String what = "a list by " + query.kind() + ", of which " + String.join(".", field)
          + " of one row " + fault.words() + ",";
      Optional<Listed> list = noticed(what, query, row -> row.spoil(field, fault));
      if (list.isEmpty() || !list.get().result().complete()) {
        return;
      }
      Optional<MachineSighting> seen = list.get().row(machine);
      bench.require(
          ofMarks || seen.isPresent(),
          what + " is called complete without that machine: " + list.get().rows());
      bench.require(
          query.kind() == ListQuery.Kind.IDS || list.get().row(other).isPresent(),
          what + " is called complete without another machine: " + list.get().rows());
      bench.require(
          seen.filter(row -> row.end() != End.NOT_ENDED).isEmpty(),
          what + " shows a machine that runs as ended: " + seen);
    }

    /** A row that comes twice is one machine. */
    void repeats() {
      Optional<Listed> list = noticed(
          "a list in which a row comes twice", ListQuery.all(TestBench.POOL), ReplyRow::repeat);
      if (!known) {
        bench.leavesOut("a row that comes twice", "the cloud shows machines one by one");
        return;
      }
      list.filter(it -> it.result().complete())
          .ifPresent(it -> bench.require(
              new TreeSet<>(it.ids()).containsAll(List.of(machine, other)),
              "a list in which a row comes twice is called complete with " + it.ids()));
    }

    private Optional<Listed> noticed(String what, ListQuery query, Predicate<ReplyRow> change) {
      try {
        return changed(query, change);
      } catch (RuleViolation | NotTestableException known) {
        throw known;
      } catch (RuntimeException wrong) {
        // An adapter may throw anything at such a row, and that it does is this rule's finding.
        throw new RuleViolation(what + " failed: " + wrong, wrong);
      }
    }

    /** A list with each row of the machine changed; empty if it failed, which is a way to notice it. */
    private Optional<Listed> changed(ListQuery query, Predicate<ReplyRow> change) {
      known = false;
      try {
        return Optional.of(FilteredCall.of(
            bench,
            (exchange, reply) -> ReplyRow.in(reply, machine)
                .filter(change)
                .map(row -> {
                  known = true;
                  return new ProxyReply(
                      reply.status(), reply.headers(), row.text().getBytes(StandardCharsets.UTF_8));
                })
                .orElse(reply),
            () -> bench.lists().of(query)));
      } catch (CloudException noticed) {
        return Optional.empty();
      }
    }
  }
}
