package io.cloudadapter.testkit.run;

import io.cloudadapter.testkit.secret.LogbackListener;
import io.cloudadapter.testkit.time.ReadsSystemClock;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.jspecify.annotations.Nullable;

/**
 * What is written to {@code System.out}, {@code System.err}, {@code java.util.logging} and, by Logback, SLF4J, heard by
 * the run whose threads write it, and passed on. Nothing is in anybody's way while no run listens.
 *
 * <p>It captures logs down to the lowest level, also those that are not printed now, because a user may print them
 * later. It leaves out the logs of Java itself, for which no adapter is to blame.
 */
public final class OutputCapture {
  private static final Map<ThreadGroup, Consumer<String>> EARS = new ConcurrentHashMap<>();
  private static final Handler LOG = new Log();
  private static final List<String> JAVAS_OWN = List.of("java", "javax", "jdk", "sun", "com.sun");

  /** While there is a listener: the streams that were there before, and those that are there now. */
  private static @Nullable Streams before;

  private static @Nullable Streams now;
  private static @Nullable LogbackListener logback;

  /** The former levels, held here because loggers without references are collected. */
  private static final Map<Logger, Optional<Level>> LEVELS = new LinkedHashMap<>();

  private record Streams(PrintStream out, PrintStream err) {}

  private OutputCapture() {}

  /** Hears what the threads of a group and of the groups below it write, by the line or so. */
  public static synchronized void listen(ThreadGroup group, Consumer<String> ear) {
    EARS.put(group, ear);
    if (now == null) {
      before = new Streams(System.out, System.err);
      now = new Streams(heard(System.out), heard(System.err));
      System.setOut(now.out());
      System.setErr(now.err());
      level(root(), Level.ALL);
      JAVAS_OWN.forEach(name -> level(Logger.getLogger(name), Level.INFO));
      root().addHandler(LOG);
      logback = LogbackListener.listen(OutputCapture::tell);
    }
  }

  /** Ends that. */
  public static synchronized void ignore(ThreadGroup group) {
    EARS.remove(group);
    if (EARS.isEmpty() && now != null && before != null) {
      // Code that has replaced the streams since then keeps its own.
      if (System.out == now.out()) {
        System.setOut(before.out());
      }
      if (System.err == now.err()) {
        System.setErr(before.err());
      }
      root().removeHandler(LOG);
      LEVELS.forEach((logger, level) -> logger.setLevel(level.orElse(null)));
      LEVELS.clear();
      if (logback != null) {
        logback.close();
        logback = null;
      }
      now = null;
      before = null;
    }
  }

  private static void level(Logger logger, Level level) {
    LEVELS.put(logger, Optional.ofNullable(logger.getLevel()));
    logger.setLevel(level);
  }

  private static Logger root() {
    return Logger.getLogger("");
  }

  private static void tell(String text) {
    ear().ifPresent(ear -> ear.accept(text));
  }

  /** Returns the listener of the calling thread. */
  private static Optional<Consumer<String>> ear() {
    for (ThreadGroup group = Thread.currentThread().getThreadGroup();
        group != null;
        group = group.getParent()) {
      Consumer<String> ear = EARS.get(group);
      if (ear != null) {
        return Optional.of(ear);
      }
    }
    return Optional.empty();
  }

  /** What the streams of this process are written in. */
  @ReadsSystemClock
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
      ear().ifPresent(ear -> ear.accept(formatter.format(log)));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
