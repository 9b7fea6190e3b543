package io.cloudadapter.core.runtime;

/** Runs everything at once, on the thread that asks for it. */
final class DirectExecutor extends ManualExecutor.Threads {
  @Override
  public void execute(Runnable work) {
    work.run();
  }
}
