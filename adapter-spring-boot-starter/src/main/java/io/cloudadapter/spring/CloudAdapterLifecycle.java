package io.cloudadapter.spring;

import io.cloudadapter.core.CloudAdapter;
import org.springframework.context.SmartLifecycle;

/**
 * Closes the library when the application stops: after the web server has answered its last request, which may still
 * use pools, and before beans of negative phases stop. Beans that use pools in the background have a phase above 0.
 */
final class CloudAdapterLifecycle implements SmartLifecycle {
  private final CloudAdapter adapter;
  private volatile boolean running;

  CloudAdapterLifecycle(CloudAdapter adapter) {
    this.adapter = adapter;
  }

  @Override
  public void start() {
    running = true;
  }

  @Override
  public void stop() {
    running = false;
    adapter.close();
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  @Override
  public int getPhase() {
    return 0;
  }
}
