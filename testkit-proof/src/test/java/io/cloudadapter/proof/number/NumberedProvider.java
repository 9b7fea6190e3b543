package io.cloudadapter.proof.number;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.proof.provider.WrappedProvider;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.ListResult;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.MachineSightingBuilder;
import io.cloudadapter.spi.PreparedLaunch;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The simulated adapter, with ids that are made of numbers. It has no features. */
final class NumberedProvider extends WrappedProvider {
  private final IdForm form;
  private final MachineNumbers numbers;

  NumberedProvider(MachineProvider simulated, IdForm form, MachineNumbers numbers) {
    super(simulated);
    this.form = form;
    this.numbers = numbers;
  }

  @Override
  public LaunchResult launch(PreparedLaunch request, LaunchKey key, int count, CallContext call) {
    LaunchResult result = super.launch(request, key, count, call);
    List<MachineSighting> machines =
        result.machines().stream().map(this::numbered).toList();
    return new LaunchResult(machines, result.shortfall(), result.operation());
  }

  @Override
  public ListResult list(
      ListQuery query, Consumer<? super MachineSighting> sink, CallContext call) {
    Consumer<MachineSighting> numbering = row -> {
      MachineSighting numbered = numbered(row);
      if (query.ids().isEmpty() || query.ids().contains(numbered.id())) {
        sink.accept(numbered);
      }
    };
    return super.list(below(query), numbering, call);
  }

  /** An id that is none asks for a machine that is none. */
  private ListQuery below(ListQuery query) {
    if (query.kind() != ListQuery.Kind.IDS) {
      return query;
    }
    return ListQuery.ids(
        query.ids().stream().map(id -> form.read(id, numbers).orElse(id)).toList());
  }

  @Override
  public void terminate(MachineId machine, CallContext call) {
    MachineId below = form.read(machine, numbers).orElse(machine);
    super.terminate(below, call);
    numbers.ended(below);
  }

  private MachineSighting numbered(MachineSighting row) {
    MachineSightingBuilder copy =
        MachineSighting.of(form.of(row.id(), numbers), row.state()).market(row.market());
    if (!row.stateKnown()) {
      copy.stateUnknown();
    }
    if (row.end() == MachineSighting.End.STOPPED) {
      copy.stopped();
    }
    copy.marks(row.pool(), row.incarnation(), row.key());
    row.zone().ifPresent(copy::zone);
    row.size().ifPresent(copy::size);
    row.launchTime().ifPresent(copy::launchTime);
    row.failure().ifPresent(copy::failure);
    return copy.publicIps(row.publicIps())
        .privateIps(row.privateIps())
        .metadata(row.metadata())
        .build();
  }

  @Override
  public <T> Optional<T> feature(Class<T> type) {
    return Optional.empty();
  }
}
