package io.cloudadapter.aws;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.Gap;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.ListResult;
import io.cloudadapter.spi.Marks;
import io.cloudadapter.spi.Scope;
import io.cloudadapter.spi.Sighting;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.ec2.model.DescribeInstancesResponse;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.Instance;
import software.amazon.awssdk.services.ec2.model.Reservation;

/**
 * Reads one list: every page of it. Not for use by several threads.
 *
 * <p>Ids are asked for by a filter. In EC2's own parameter for them one id that is not there fails the whole request,
 * and none at all would mean every instance of the account.
 */
final class Lists {
  /** As many values as a filter may have. */
  static final int MOST_IDS = 200;

  private static final int PAGE = 1000;
  private static final int MOST_PAGES = 1000;
  static final Asked ASKED = Asked.read(Service.EC2, "DescribeInstances", "reservationSet");

  private final Api api;
  private final ListQuery query;
  private final Consumer<? super Sighting> sink;
  private final CallContext call;
  private final Set<Gap> gaps = new LinkedHashSet<>();

  Lists(Api api, ListQuery query, Consumer<? super Sighting> sink, CallContext call) {
    this.api = api;
    this.query = query;
    this.sink = sink;
    this.call = call;
  }

  ListResult read() {
    List<Filter> filters = filters();
    if (!filters.isEmpty()) {
      pages(api, filters, this::show, call);
    }
    return gaps.isEmpty() ? ListResult.all() : ListResult.partial(List.copyOf(gaps));
  }

  /** None if there is nothing to ask for. */
  private List<Filter> filters() {
    List<Filter> filters = new ArrayList<>();
    if (query.kind() == ListQuery.Kind.IDS) {
      List<String> ids =
          query.ids().stream().map(MachineId::value).filter(Rows::isId).toList();
      if (!ids.isEmpty()) {
        filters.add(Catalog.filter("instance-id", ids));
      }
      return filters;
    }
    String pool = query.pool().orElseThrow().value();
    if (query.kind() == ListQuery.Kind.KEYS) {
      if (query.keys().isEmpty()) {
        return filters;
      }
      List<String> keys = query.keys().stream().map(LaunchKey::value).toList();
      filters.add(Catalog.filter("tag:" + Marks.KEY_TAG, keys));
    }
    filters.add(Catalog.filter("tag:" + Marks.POOL_TAG, List.of(pool)));
    return filters;
  }

  /** Passes on every instance of every page, ended ones as long as EC2 shows them. */
  static void pages(Api api, List<Filter> filters, Consumer<Instance> each, CallContext call) {
    Set<String> tokens = new HashSet<>();
    String token = null;
    do {
      DescribeInstancesResponse page = page(api, filters, token, call);
      for (Reservation reservation : page.reservations()) {
        reservation.instances().forEach(each);
      }
      token = page.nextToken();
      if (token != null && !token.isEmpty() && (!tokens.add(token) || tokens.size() > MOST_PAGES)) {
        throw Refusals.endless(ASKED);
      }
    } while (token != null && !token.isEmpty());
  }

  private static DescribeInstancesResponse page(
      Api api, List<Filter> filters, @Nullable String token, CallContext call) {
    return api.ec2(
        ASKED,
        call,
        (ec2, with) -> ec2.describeInstances(ask ->
            ask.overrideConfiguration(with).filters(filters).maxResults(PAGE).nextToken(token)));
  }

  /** An instance as EC2 shows it; empty if it shows none. */
  static Optional<Instance> instance(Api api, MachineId id, CallContext call) {
    List<Instance> found = new ArrayList<>();
    if (Rows.isId(id.value())) {
      List<Filter> filters = List.of(Catalog.filter("instance-id", List.of(id.value())));
      pages(api, filters, found::add, call);
    }
    return found.stream().filter(row -> Rows.id(row).equals(Optional.of(id))).findFirst();
  }

  /** Those of up to {@link #MOST_IDS} instances that EC2 shows. */
  static List<Instance> instances(Api api, Collection<MachineId> ids, CallContext call) {
    List<Instance> found = new ArrayList<>();
    List<String> words = ids.stream().map(MachineId::value).toList();
    pages(api, List.of(Catalog.filter("instance-id", words)), found::add, call);
    return found;
  }

  private void show(Instance row) {
    Optional<Sighting> machine = Rows.sighting(row);
    if (machine.isEmpty()) {
      // It may be any machine, so none can be called absent.
      gaps.add(new Gap(Scope.account(), "an instance without a usable id"));
    } else if (asked(machine.get())) {
      sink.accept(machine.get());
    }
  }

  /** The filter is a help and no promise. */
  private boolean asked(Sighting machine) {
    return switch (query.kind()) {
      case IDS -> query.ids().contains(machine.id());
      case POOL -> machine.pool().equals(query.pool());
      case KEYS ->
        machine.pool().equals(query.pool())
            && machine.key().filter(query.keys()::contains).isPresent();
    };
  }
}
