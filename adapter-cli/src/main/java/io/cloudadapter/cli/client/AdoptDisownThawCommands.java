package io.cloudadapter.cli.client;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.cli.terminal.JsonOutput;
import io.cloudadapter.cli.terminal.Terminal;
import picocli.CommandLine.Command;

/** The commands that answer a pool's questions to people: adopt, disown, thaw and restore-accept. */
public final class AdoptDisownThawCommands {
  private AdoptDisownThawCommands() {}

  private abstract static class Answer extends ClientCommand.Write {
    Answer(Terminal terminal) {
      super(terminal);
    }

    @Override
    final void run() {
      MachinePool pool = pool();
      String what = answer(pool);
      done(
          "pool " + pool.name() + ": " + what,
          JsonOutput.fields("pool", pool.name().value(), "done", what));
    }

    abstract String answer(MachinePool pool);
  }

  /** Takes what was found. */
  @Command(name = "adopt", description = "Adopts the machines that an OBSERVING pool has found.")
  public static final class Adopt extends Answer {
    public Adopt(Terminal terminal) {
      super(terminal);
    }

    @Override
    String answer(MachinePool pool) {
      pool.adopt(options());
      return "the machines found are its own";
    }
  }

  /** Leaves what was found. */
  @Command(
      name = "disown",
      description = "Disowns the machines that an OBSERVING pool has found. They keep running.")
  public static final class Disown extends Answer {
    public Disown(Terminal terminal) {
      super(terminal);
    }

    @Override
    String answer(MachinePool pool) {
      pool.disown(options());
      return "the machines found are disowned, and it starts empty";
    }
  }

  /** Goes on after a restore. */
  @Command(
      name = "restore-accept",
      description = {
        "Accepts the restore of a pool: records missing machines as ended, adopts unknown ones up to "
            + "the size that restore-report shows, and lets the pool act again.",
        "Run restore-report first."
      })
  public static final class AcceptRestore extends Answer {
    public AcceptRestore(Terminal terminal) {
      super(terminal);
    }

    @Override
    String answer(MachinePool pool) {
      pool.acceptRestore(options());
      return "the restore is accepted";
    }
  }

  /** Goes on. */
  @Command(
      name = "thaw",
      description = {
        "Resumes a FROZEN pool, and ends launch backoffs and waits for the cloud, so "
            + "that the pool tries again at once.",
        "Run status and plan first: they show what is wrong and when the pool tries "
            + "again by itself. A resize also tries at once, with one machine first."
      })
  public static final class Thaw extends Answer {
    public Thaw(Terminal terminal) {
      super(terminal);
    }

    @Override
    String answer(MachinePool pool) {
      pool.thaw(options());
      return "goes on";
    }
  }
}
