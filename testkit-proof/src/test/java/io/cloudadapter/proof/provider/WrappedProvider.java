package io.cloudadapter.proof.provider;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.ListResult;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.ProviderProfile;
import java.util.Optional;
import java.util.function.Consumer;

/** An adapter that passes each call on to a right one, but for what a subclass overrides. */
public class WrappedProvider implements MachineProvider {
  private final MachineProvider right;

  /** Wraps an adapter, which is closed with this one. */
  protected WrappedProvider(MachineProvider right) {
    this.right = right;
  }

  @Override
  public ProviderProfile profile() {
    return right.profile();
  }

  @Override
  public String identity(CallContext call) {
    return right.identity(call);
  }

  @Override
  public PreparedLaunch prepare(LaunchSpec spec, CallContext call) {
    return right.prepare(spec, call);
  }

  @Override
  public LaunchResult launch(PreparedLaunch request, LaunchKey key, int count, CallContext call) {
    return right.launch(request, key, count, call);
  }

  @Override
  public ListResult list(
      ListQuery query, Consumer<? super MachineSighting> sink, CallContext call) {
    return right.list(query, sink, call);
  }

  @Override
  public void terminate(MachineId machine, CallContext call) {
    right.terminate(machine, call);
  }

  @Override
  public <T> Optional<T> feature(Class<T> type) {
    return right.feature(type);
  }

  @Override
  public void close() {
    right.close();
  }
}
