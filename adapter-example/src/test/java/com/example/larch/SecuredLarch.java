package com.example.larch;

import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.testkit.wire.FaultProxy;
import java.net.URI;
import java.util.Map;

/** The fake cloud behind HTTPS, with a certificate of the wire's own authority. */
public final class SecuredLarch extends LarchTestCloud {
  public SecuredLarch(SimulatedClock clock, long seed) {
    super(clock, seed);
  }

  @Override
  URI through(FaultProxy wire, URI larch) {
    return wire.secured(larch);
  }

  @Override
  public Map<String, String> config(FaultProxy wire) {
    Map<String, String> config = super.config(wire);
    config.put("caFile", wire.authority().toString());
    return config;
  }
}
