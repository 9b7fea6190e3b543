package io.cloudadapter.cli;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.cli.SoakWrite.Answer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What clients do to a server in one of its lives, until it answers no more. Half of them resize one
 * pool and read it; the others end machines of another and set their states, each machine by one.
 */
final class SoakClients {
  static final int MOST = 12;
  private static final List<ServiceState> STATES =
      List.of(ServiceState.BOOTING, ServiceState.IN_SERVICE, ServiceState.UNHEALTHY);

  /** A desired size that a client saw. */
  record Read(int desiredSize, long asked, long answered) {}

  final List<SoakWrite> resizes = Collections.synchronizedList(new ArrayList<>());
  final List<SoakWrite> others = Collections.synchronizedList(new ArrayList<>());
  final List<Read> reads = Collections.synchronizedList(new ArrayList<>());
  private final Set<MachineId> ended = ConcurrentHashMap.newKeySet();
  private final AtomicLong clock = new AtomicLong();
  private final List<Thread> clients = new ArrayList<>();
  private final CountDownLatch enough;
  private final int life;

  /** Begins; {@code enough} acknowledgements later, {@link #awaitEnough} returns. */
  SoakClients(int life, int enough, List<MachinePool> web, List<MachinePool> jobs, long seed) {
    this.life = life;
    this.enough = new CountDownLatch(enough);
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < web.size(); i++) {
      MachinePool pool = web.get(i);
      client("web-" + i, random.split(), (name, chance) -> resize(name, pool, chance));
    }
    for (int i = 0; i < jobs.size(); i++) {
      MachinePool pool = jobs.get(i);
      int part = i;
      client(
          "jobs-" + i,
          random.split(),
          (name, chance) -> work(name, pool, part, jobs.size(), chance));
    }
    clients.forEach(Thread::start);
  }

  void awaitEnough() throws InterruptedException {
    if (!enough.await(2, TimeUnit.MINUTES)) {
      throw new AssertionError("the server acknowledges no more in life " + life);
    }
  }

  void join() throws InterruptedException {
    for (Thread client : clients) {
      client.join();
    }
  }

  /** One thing that a client does; false once it was not answered. */
  private interface Deed {
    boolean once(String key, SplittableRandom chance);
  }

  private void client(String name, SplittableRandom chance, Deed deed) {
    clients.add(new Thread(
        () -> {
          int number = 0;
          boolean answered = true;
          while (answered) {
            answered = deed.once("soak-" + life + "-" + name + "-" + number++, chance);
          }
        },
        "client " + name));
  }

  private boolean resize(String key, MachinePool pool, SplittableRandom chance) {
    if (chance.nextInt(3) > 0) {
      return write(resizes, pool, new SoakWrite.Resize(chance.nextInt(MOST + 1)), key);
    }
    long asked = clock.incrementAndGet();
    try {
      int size = pool.size().desiredSize();
      reads.add(new Read(size, asked, clock.incrementAndGet()));
      return true;
    } catch (PoolException e) {
      return false;
    }
  }

  private boolean work(String key, MachinePool pool, int part, int parts, SplittableRandom chance) {
    List<MachineId> mine;
    try {
      mine = pool.view().machines().stream()
          .filter(machine -> machine.machineState() == MachineState.RUNNING)
          .map(Machine::id)
          .filter(id -> Math.floorMod(id.hashCode(), parts) == part && !ended.contains(id))
          .toList();
    } catch (PoolException e) {
      return false;
    }
    if (mine.isEmpty()) {
      enough
          .countDown(); // otherwise the clients never finish with a pool that has no machines left
      return true;
    }
    MachineId machine = mine.get(chance.nextInt(mine.size()));
    if (chance.nextInt(4) > 0) {
      ServiceState state = STATES.get(chance.nextInt(STATES.size()));
      return write(others, pool, new SoakWrite.SetState(machine, state), key);
    }
    ended.add(machine);
    return write(others, pool, new SoakWrite.Terminate(machine, chance.nextBoolean()), key);
  }

  private boolean write(List<SoakWrite> to, MachinePool pool, SoakWrite.Change what, String key) {
    long sent = clock.incrementAndGet();
    Answer answer = SoakWrite.send(pool, what, key);
    boolean open = answer == Answer.OPEN;
    to.add(
        new SoakWrite(what, key, sent, open ? SoakWrite.NEVER : clock.incrementAndGet(), answer));
    if (answer == Answer.DONE) {
      enough.countDown();
    }
    return !open;
  }
}
