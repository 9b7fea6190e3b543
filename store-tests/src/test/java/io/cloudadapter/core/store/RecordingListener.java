package io.cloudadapter.core.store;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A listener that writes down what it hears. */
public class RecordingListener implements WatchListener {
  private final BlockingQueue<String> calls = new LinkedBlockingQueue<>();

  @Override
  public void changed(long revision, List<StoreChange> changes) {
    calls.add(revision + " " + changes.stream().map(RecordingListener::show).toList());
  }

  @Override
  public void ended(WatchEndReason reason) {
    calls.add("ended " + reason);
  }

  /** The next call, waited for if need be. */
  String next() throws InterruptedException {
    String call = calls.poll(120, TimeUnit.SECONDS);
    return call == null ? "nothing heard in 10 s" : call;
  }

  public Queue<String> calls() {
    return calls;
  }

  private static String show(StoreChange change) {
    return change.key() + change.value().map(v -> "=" + v.text()).orElse(" deleted");
  }
}
