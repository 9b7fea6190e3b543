package io.cloudadapter.core.shell;

/** Runs everything at once, on the thread that asks for it. */
final class AtOnce extends Hands.Threads {
  @Override
  public void execute(Runnable work) {
    work.run();
  }
}
