package io.cloudadapter.aws;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.aws.client.ApiCall;
import io.cloudadapter.aws.client.AwsClient;
import io.cloudadapter.aws.client.AwsPages;
import io.cloudadapter.aws.client.AwsService;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.ErrorScope;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.ListGap;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.ListResult;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.OwnershipMarks;
import java.util.ArrayList;
import java.util.Collection;
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
final class InstanceLister {
  /** As many values as a filter may have. */
  static final int MOST_IDS = 200;

  private static final int PAGE = 1000;
  private static final int MOST_PAGES = 1000;
  static final ApiCall ASKED = ApiCall.read(AwsService.EC2, "DescribeInstances", "reservationSet");

  private final AwsClient api;
  private final ListQuery query;
  private final Consumer<? super MachineSighting> sink;
  private final CallContext call;
  private final Set<ListGap> gaps = new LinkedHashSet<>();

  InstanceLister(
      AwsClient api, ListQuery query, Consumer<? super MachineSighting> sink, CallContext call) {
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
      List<String> ids = query.ids().stream()
          .map(MachineId::value)
          .filter(InstanceParser::isId)
          .toList();
      if (!ids.isEmpty()) {
        filters.add(AwsResourceResolver.filter("instance-id", ids));
      }
      return filters;
    }
    String pool = query.pool().orElseThrow().value();
    if (query.kind() == ListQuery.Kind.KEYS) {
      if (query.keys().isEmpty()) {
        return filters;
      }
      List<String> keys = query.keys().stream().map(LaunchKey::value).toList();
      filters.add(AwsResourceResolver.filter("tag:" + OwnershipMarks.KEY_TAG, keys));
    }
    filters.add(AwsResourceResolver.filter("tag:" + OwnershipMarks.POOL_TAG, List.of(pool)));
    return filters;
  }

  /** Passes on every instance of every page, ended ones as long as EC2 shows them. */
  static void pages(
      AwsClient api, List<Filter> filters, Consumer<Instance> each, CallContext call) {
    AwsPages.read(ASKED, MOST_PAGES, token -> {
      DescribeInstancesResponse page = page(api, filters, token, call);
      for (Reservation reservation : page.reservations()) {
        reservation.instances().forEach(each);
      }
      return page.nextToken();
    });
  }

  private static DescribeInstancesResponse page(
      AwsClient api, List<Filter> filters, @Nullable String token, CallContext call) {
    return api.ec2(
        ASKED,
        call,
        (ec2, with) -> ec2.describeInstances(ask ->
            ask.overrideConfiguration(with).filters(filters).maxResults(PAGE).nextToken(token)));
  }

  /** An instance as EC2 shows it; empty if it shows none. */
  static Optional<Instance> instance(AwsClient api, MachineId id, CallContext call) {
    List<Instance> found = new ArrayList<>();
    if (InstanceParser.isId(id.value())) {
      List<Filter> filters =
          List.of(AwsResourceResolver.filter("instance-id", List.of(id.value())));
      pages(api, filters, found::add, call);
    }
    return found.stream()
        .filter(row -> InstanceParser.id(row).equals(Optional.of(id)))
        .findFirst();
  }

  /** Those of up to {@link #MOST_IDS} instances that EC2 shows. */
  static List<Instance> instances(AwsClient api, Collection<MachineId> ids, CallContext call) {
    List<Instance> found = new ArrayList<>();
    List<String> words = ids.stream().map(MachineId::value).toList();
    pages(api, List.of(AwsResourceResolver.filter("instance-id", words)), found::add, call);
    return found;
  }

  private void show(Instance row) {
    Optional<MachineSighting> machine = InstanceParser.sighting(row);
    if (machine.isEmpty()) {
      // It may be any machine, so none can be called absent.
      gaps.add(new ListGap(ErrorScope.account(), "an instance without a usable id"));
    } else if (asked(machine.get())) {
      sink.accept(machine.get());
    }
  }

  /** The filter is a help and no promise. */
  private boolean asked(MachineSighting machine) {
    return switch (query.kind()) {
      case IDS -> query.ids().contains(machine.id());
      case POOL -> machine.pool().equals(query.pool());
      case KEYS ->
        machine.pool().equals(query.pool())
            && machine.key().filter(query.keys()::contains).isPresent();
    };
  }
}
