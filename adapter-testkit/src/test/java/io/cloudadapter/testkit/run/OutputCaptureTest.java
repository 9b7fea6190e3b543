package io.cloudadapter.testkit.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Replaces the streams of this process for a moment. */
@Execution(ExecutionMode.SAME_THREAD)
class OutputCaptureTest {
  private static final Logger LOGGER = Logger.getLogger(OutputCaptureTest.class.getName());

  private final List<String> heard = new CopyOnWriteArrayList<>();
  private final ThreadGroup group = new ThreadGroup("heard");

  @Test
  void hears_what_the_threads_of_a_group_print_and_log() throws InterruptedException {
    OutputCapture.listen(group, heard::add);
    try {
      inGroup(new ThreadGroup(group, "below"), () -> {
        System.out.print("out ");
        System.out.println("loud");
        System.err.println("err loud");
        LOGGER.info("log loud");
      });
      inGroup(new ThreadGroup("another"), () -> System.out.println("another run's"));
    } finally {
      OutputCapture.ignore(group);
    }
    assertThat(String.join("|", heard)).contains("out loud", "err loud", "log loud");
    assertThat(String.join("|", heard)).doesNotContain("another");
  }

  @Test
  void hears_logs_that_are_not_printed_but_none_of_java_itself() throws InterruptedException {
    Logger java = Logger.getLogger("jdk.heard");
    Logger root = Logger.getLogger("");
    Level before = root.getLevel();
    OutputCapture.listen(group, heard::add);
    try {
      inGroup(group, () -> {
        LOGGER.finest("log low");
        java.fine("java's own");
      });
    } finally {
      OutputCapture.ignore(group);
    }
    assertThat(String.join("|", heard)).contains("log low").doesNotContain("java's own");
    assertThat(root.getLevel()).isEqualTo(before);
    assertThat(Logger.getLogger("jdk").getLevel()).isNull();
    assertThat(LOGGER.isLoggable(Level.FINE)).isFalse();
  }

  @Test
  void leaves_the_streams_as_they_were() throws InterruptedException {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ThreadGroup other = new ThreadGroup("other");
    OutputCapture.listen(group, heard::add);
    OutputCapture.listen(other, heard::add);
    OutputCapture.ignore(group);
    assertThat(System.out).isNotSameAs(out);
    OutputCapture.ignore(other);
    assertThat(System.out).isSameAs(out);
    assertThat(System.err).isSameAs(err);
    inGroup(group, () -> System.out.println("unheard"));
    assertThat(heard).isEmpty();
  }

  private static void inGroup(ThreadGroup group, Runnable work) throws InterruptedException {
    Thread thread = new Thread(group, work);
    thread.start();
    thread.join();
  }
}
