package io.cloudadapter.core.keeper;

import io.cloudadapter.core.protocol.Command;
import java.util.Optional;

/** A process of its own in which so many commands are accepted under idempotency keys. */
final class KeyedCrowd {
  private KeyedCrowd() {}

  public static void main(String[] args) {
    int keys = Integer.parseInt(args[0]);
    KeeperHarness story = KeeperHarness.with(b -> b.keysPerCaller(keys)).run();
    for (int i = 0; i < keys; i++) {
      story.ask(new Command.SetDesiredSize(i % 2), Optional.of("key-" + i)).join();
    }
    story.crashAndRestart().run();
    story.ask(new Command.SetDesiredSize(0), Optional.of("key-0")).join();
    System.out.println(keys + " keys");
    System.exit(0);
  }
}
