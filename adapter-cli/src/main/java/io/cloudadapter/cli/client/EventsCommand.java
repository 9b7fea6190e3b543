package io.cloudadapter.cli.client;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.api.event.EventCaller;
import io.cloudadapter.api.event.PoolEvent;
import io.cloudadapter.api.event.PoolEventKind;
import io.cloudadapter.api.event.PoolEventPage;
import io.cloudadapter.api.event.PoolEventQuery;
import io.cloudadapter.cli.terminal.PrintableText;
import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.cli.terminal.UsageException;
import io.cloudadapter.client.message.EventMessages;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows what has happened to a pool, one line per event, and follows it. */
@Command(
    name = "events",
    description = "Shows the pool's history, oldest first: one line per event, or one JSON object.")
public final class EventsCommand extends ClientCommand {
  private static final Duration ROUND = Duration.ofSeconds(1);

  @Option(
      names = {"-f", "--follow"},
      description = "Go on with events to come until Ctrl-C, also over restarts of the server.")
  private boolean follow;

  @Option(
      names = "--since",
      paramLabel = "TIME",
      defaultValue = "24h",
      description = "Events from then on: a time, or a time span back from now. Default: "
          + "${DEFAULT-VALUE}.")
  private String since = "24h";

  @Option(
      names = "--until",
      paramLabel = "TIME",
      description = "Events before then: a time, or a time span back from now.")
  private @Nullable String until;

  @Option(names = "--machine", paramLabel = "ID", description = "Events about this machine.")
  private @Nullable MachineId machine;

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      split = ",",
      description = "Events of these kinds, such as MACHINE_DIED.")
  private List<PoolEventKind> kinds = List.of();

  public EventsCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  void run() throws InterruptedException {
    PoolEventQuery query = query();
    MachinePool pool = pool();
    boolean lost = false;
    while (true) {
      try {
        PoolEventPage page = pool.events(query);
        page.events().forEach(this::show);
        terminal.out().flush();
        query = query.after(page.cursor());
        lost = false;
        if (!page.more()) {
          if (!follow) {
            return;
          }
          terminal.pause().pause(ROUND);
        }
      } catch (PoolException e) {
        if (!follow || (e.reason() != Reason.UNAVAILABLE && e.reason() != Reason.GONE)) {
          throw e;
        }
        if (!lost) {
          terminal.err().println("adapter: " + PrintableText.line(String.valueOf(e.getMessage())));
          terminal.err().flush();
        }
        lost = true;
        query = e.reason() == Reason.GONE ? query() : query;
        terminal.pause().pause(ROUND);
      }
    }
  }

  private PoolEventQuery query() {
    PoolEventQuery query =
        PoolEventQuery.all().since(time("--since", since)).limit(PoolEventQuery.MOST);
    if (until != null) {
      Instant end = time("--until", until);
      if (query.since().filter(begin -> !begin.isBefore(end)).isPresent()) {
        throw new UsageException("--until must be after --since, was " + until);
      }
      query = query.until(end);
    }
    query = machine == null ? query : query.machine(machine);
    return new PoolEventQuery(
        query.since(),
        query.until(),
        query.machine(),
        Set.copyOf(kinds),
        query.after(),
        query.limit());
  }

  private Instant time(String option, String text) {
    try {
      return terminal.clock().instant().minus(TimeSpan.parse(text));
    } catch (IllegalArgumentException noSpan) {
      try {
        return DateTimeFormatter.ISO_OFFSET_DATE_TIME.parse(text, Instant::from);
      } catch (DateTimeException noTime) {
        throw new UsageException(
            option + " must be a time such as 2026-11-28T22:00:00Z or a time span such as 12h, was "
                + text,
            noTime);
      }
    }
  }

  private void show(PoolEvent event) {
    if (structured()) {
      showNext(EventMessages.event(event));
      return;
    }
    StringBuilder line = new StringBuilder();
    line.append(event.time()).append(' ').append(event.kind());
    event.machine().ifPresent(id -> line.append(' ').append(id));
    if (event.machine().isEmpty()) {
      event.launch().ifPresent(key -> line.append(" launch ").append(key));
    }
    line.append(": ").append(event.message());
    if (!event.replaces().isEmpty()) {
      line.append(" (in place of ")
          .append(event.replaces().stream().map(MachineId::value).collect(Collectors.joining(", ")))
          .append(')');
    }
    event.caller().map(EventsCommand::caller).ifPresent(line::append);
    if (event.count() > 1) {
      line.append(" (").append(event.count()).append(" times since ").append(event.firstTime());
      line.append(')');
    }
    terminal.out().println(PrintableText.line(line.toString()));
  }

  /** Parts of the library have one name for themselves and for their way in. */
  static String caller(EventCaller caller) {
    boolean isPart = caller.principal().equals(caller.api());
    return " (by " + caller.principal() + (isPart ? "" : ", " + caller.api())
        + caller.requestId().map(id -> ", request " + id).orElse("") + ")";
  }
}
