package io.cloudadapter.testkit.certify;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.jspecify.annotations.Nullable;

/**
 * What is written to {@code System.out}, {@code System.err} and {@code java.util.logging}, heard by the run
 * whose threads write it, and passed on. Nothing is in anybody's way while no run listens.
 */
final class Output {
  private static final Map<ThreadGroup, Consumer<String>> EARS = new ConcurrentHashMap<>();
  private static final Handler LOG = new Log();

  /** While somebody listens: what was there before, and what is there now. */
  private static @Nullable Streams before;

  private static @Nullable Streams now;

  private record Streams(PrintStream out, PrintStream err) {}

  private Output() {}

  /** Hears what the threads of a group and of the groups below it write, by the line or so. */
  static synchronized void listen(ThreadGroup group, Consumer<String> ear) {
    EARS.put(group, ear);
    if (now == null) {
      before = new Streams(System.out, System.err);
      now = new Streams(heard(System.out), heard(System.err));
      System.setOut(now.out());
      System.setErr(now.err());
      root().addHandler(LOG);
    }
  }

  /** Ends that. */
  static synchronized void ignore(ThreadGroup group) {
    EARS.remove(group);
    if (EARS.isEmpty() && now != null && before != null) {
      // Whoever has put something else in place since knows better.
      if (System.out == now.out()) {
        System.setOut(before.out());
      }
      if (System.err == now.err()) {
        System.setErr(before.err());
      }
      root().removeHandler(LOG);
      now = null;
      before = null;
    }
  }

  private static Logger root() {
    return Logger.getLogger("");
  }

  private static void tell(String text) {
    for (ThreadGroup group = Thread.currentThread().getThreadGroup();
        group != null;
        group = group.getParent()) {
      Consumer<String> ear = EARS.get(group);
      if (ear != null) {
        ear.accept(text);
        return;
      }
    }
  }

  /** What the streams of this process are written in. */
  @OutsideWorld
  private static Charset spoken() {
    return Charset.defaultCharset();
  }

  private static PrintStream heard(PrintStream stream) {
    return new PrintStream(new Heard(stream), true, spoken());
  }

  /** Passes bytes on, and tells each line as it ends. */
  private static final class Heard extends OutputStream {
    private static final int LONGEST = 10_000;

    private final PrintStream to;
    private final ThreadLocal<StringBuilder> line = ThreadLocal.withInitial(StringBuilder::new);

    Heard(PrintStream to) {
      this.to = to;
    }

    @Override
    public void write(int one) {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) {
      to.write(bytes, from, count);
      StringBuilder mine = line.get();
      mine.append(new String(bytes, from, count, spoken()));
      if (mine.indexOf("\n") >= 0 || mine.length() > LONGEST) {
        tell(mine.toString());
        mine.setLength(0);
      }
    }

    @Override
    public void flush() {
      to.flush();
    }
  }

  private static final class Log extends Handler {
    private final SimpleFormatter formatter = new SimpleFormatter();

    @Override
    public void publish(LogRecord log) {
      tell(formatter.format(log));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
