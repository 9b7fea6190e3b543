package com.example.larch.cloud;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;

/**
 * Larch as a process of its own, as the emulators of real clouds are. Prints its address, and runs until it
 * is killed. It is empty at first, lives in real time, and shows what happened up to two seconds late.
 */
final class LarchEmulator {
  private LarchEmulator() {}

  public static void main(String[] args) throws InterruptedException {
    try (LarchCloud cloud = LarchCloud.start(InstantSource.system(), 1)) {
      cloud.lag(Duration.ofSeconds(2));
      System.out.println(cloud.url());
      new CountDownLatch(1).await();
    }
  }
}
