package io.cloudadapter.cli.history;

import com.fasterxml.jackson.databind.JsonNode;
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
import java.util.SplittableRandom;

/**
 * A client that changes the size of a pool in every way that there is, until its server answers no more; on the next
 * server it first sends again what it has no answer to, if that has a key, and some of what was acknowledged.
 */
final class PoolWriter {
  private final String name;
  private final SplittableRandom random;
  private final CommandLog log;
  private final SharedMachines machines;
  private final KillFigures figures;
  private final Runnable answered;
  private final PoolClient client = new PoolClient();
  private final List<SizeOperation> open = new ArrayList<>();
  private final List<SizeOperation> acknowledged = new ArrayList<>();
  private int number;

  PoolWriter(
      String name,
      long seed,
      CommandLog log,
      SharedMachines machines,
      KillFigures figures,
      Runnable answered) {
    this.name = name;
    this.random = new SplittableRandom(seed);
    this.log = log;
    this.machines = machines;
    this.figures = figures;
    this.answered = answered;
  }

  PoolClient client() {
    return client;
  }

  /** Sends again what is open, and some of what is not; false if the server stops answering. */
  boolean repeat() {
    for (SizeOperation operation : List.copyOf(open)) {
      if (!send(operation.command(), operation.key())) {
        return false;
      }
      open.remove(operation);
    }
    for (SizeOperation operation : List.copyOf(acknowledged)) {
      if (random.nextInt(4) == 0 && !send(operation.command(), operation.key())) {
        return false;
      }
    }
    return true;
  }

  /** What was acknowledged before the pool came to rest is not sent again. */
  void forget() {
    acknowledged.clear();
  }

  /** Sends commands until the server stops answering, which it does in the end. */
  boolean load() {
    boolean answers = true;
    while (answers) {
      answers = once();
    }
    return false;
  }

  private boolean once() {
    int chance = random.nextInt(20);
    if (chance < 5) {
      return send(new Read(), Optional.empty());
    } else if (chance < 7) {
      return send(new SetSize(random.nextInt(KillRounds.LIMITS.maxSize() + 2)), key());
    } else if (chance < 8) {
      int size = random.nextInt(KillRounds.LIMITS.maxSize() + 2);
      return send(new Resize(Adjustment.EXACT_CAPACITY, size, random.nextBoolean()), key());
    } else if (chance < 12) {
      int by = (random.nextInt(5) < 3 ? 1 : -1) * (1 + random.nextInt(3));
      return send(new Resize(Adjustment.CHANGE_IN_CAPACITY, by, random.nextBoolean()), key());
    } else if (chance < 16) {
      return remove();
    } else if (chance < 18) {
      return attach();
    }
    return again();
  }

  private Optional<String> key() {
    number++;
    return random.nextInt(3) > 0 ? Optional.of(name + "-" + number) : Optional.empty();
  }

  /** Sends a command once; false if it is not known what became of it. */
  private boolean send(SizeCommand command, Optional<String> key) {
    long began = log.now();
    SizeAnswer answer = client.send(command, key);
    SizeOperation operation = new SizeOperation(command, key, answer);
    log.add(operation, began);
    figures.count(operation);
    if (answer instanceof Unknown) {
      // Without a key an attach is safe to repeat, too: it is done once for each machine.
      if ((key.isPresent() || command instanceof Attach)
          && open.stream().noneMatch(each -> each.key().equals(key))) {
        open.add(operation);
      }
      return false;
    }
    if (key.isPresent() && answer.acknowledges() && !acknowledged.contains(operation)) {
      acknowledged.add(operation);
    }
    if (command instanceof Remove remove && answer.acknowledges()) {
      machines.removed(remove);
    }
    answered.run();
    return true;
  }

  private boolean again() {
    if (acknowledged.isEmpty()) {
      return true;
    }
    SizeOperation operation = acknowledged.get(random.nextInt(acknowledged.size()));
    return send(operation.command(), operation.key());
  }

  /** Removes one of the protected members, or protects another one for the next time. */
  private boolean remove() {
    Optional<JsonNode> pool = client.get("/pool");
    if (pool.isEmpty()) {
      return false;
    }
    List<String> safe = new ArrayList<>();
    List<String> others = new ArrayList<>();
    for (JsonNode machine : pool.get().path("machines")) {
      if (machine.path("machineState").asText().equals("RUNNING")) {
        boolean kept = machine.path("metadata").path("protected").asText().equals("true");
        (kept ? safe : others).add(machine.path("id").asText());
      }
    }
    if (safe.size() < 3 && !others.isEmpty()) {
      client.protect(others.get(random.nextInt(others.size())));
    }
    if (safe.isEmpty()) {
      return true;
    }
    Removal removal = random.nextBoolean() ? Removal.TERMINATE : Removal.DETACH;
    String machine = safe.get(random.nextInt(safe.size()));
    return send(new Remove(machine, removal, random.nextInt(3) > 0), key());
  }

  private boolean attach() {
    Optional<String> machine = machines.detached(random);
    return machine.isEmpty() || send(new Attach(machine.get()), key());
  }
}
