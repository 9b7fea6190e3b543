package com.example.pools;

import io.cloudadapter.api.MachinePool;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Scope;

/** Sets the size of a pool within a span. */
class TracedDeployment {
  private final OpenTelemetry telemetry;
  private final MachinePool pool;

  TracedDeployment(OpenTelemetry telemetry, MachinePool pool) {
    this.telemetry = telemetry;
    this.pool = pool;
  }

  void run() {
    Span deploy = telemetry.getTracer("deployer").spanBuilder("deploy").startSpan();
    try (Scope active = deploy.makeCurrent()) {
      pool.setDesiredSize(12);
    } finally {
      deploy.end();
    }
  }
}
