package com.example.larch;

import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.spi.Adoption;
import io.cloudadapter.spi.Relabel;
import io.cloudadapter.testkit.certify.Subject;
import io.cloudadapter.testkit.certify.Tier;
import io.cloudadapter.testkit.junit.AdapterCertification;
import io.cloudadapter.testkit.wire.FaultWire;
import java.net.URI;
import java.util.Map;

/** Over HTTPS, with a certificate of the wire's own authority: every rule once, faults in plain HTTP. */
class LarchTlsCertificationTest extends AdapterCertification {

  @Override
  protected Tier tier() {
    return Tier.SMOKE;
  }

  @Override
  protected Subject subject() {
    return Subject.of(new LarchProviderFactory())
        .cloud(SecuredCloud::new)
        .claims(Adoption.class, Relabel.class);
  }

  private static final class SecuredCloud extends LarchTestCloud {
    SecuredCloud(SimulatedClock clock, long seed) {
      super(clock, seed);
    }

    @Override
    URI through(FaultWire wire, URI larch) {
      return wire.secured(larch);
    }

    @Override
    public Map<String, String> config(FaultWire wire) {
      Map<String, String> config = super.config(wire);
      config.put("caFile", wire.authority().toString());
      return config;
    }
  }
}
