package consumer;

import io.cloudadapter.spi.MachineProviderFactory;
import java.util.ServiceLoader;

/** Finds the clouds that are there. */
public final class Main {
  private Main() {}

  /** Prints their names. */
  public static void main(String[] args) {
    for (MachineProviderFactory factory : ServiceLoader.load(MachineProviderFactory.class)) {
      System.out.println("found the cloud " + factory.name());
    }
  }
}
