package io.cloudadapter.testkit.subject;

import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.testkit.wire.WireFault;
import java.util.Set;

/**
 * Injects faults into an adapter without a wire: the cloud lives in this process and does what the {@link
 * io.cloudadapter.testkit.wire.FaultProxy} would do to its exchanges.
 */
public interface FaultHook {

  /**
   * What it can do to an exchange.
   *
   * @param verb the kind of exchange
   * @return the faults that it can strike it with
   */
  Set<WireFault> faults(RequestKind verb);

  /**
   * Strikes the next exchange.
   *
   * @param verb its kind; it follows at once
   * @param fault one of {@link #faults}
   */
  void strike(RequestKind verb, WireFault fault);

  /**
   * How many ordered faults have made a difference.
   *
   * @return 0 or more, since the cloud began
   */
  long strikes();
}
