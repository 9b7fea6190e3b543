package io.cloudadapter.openstack;

import com.google.common.collect.ListMultimap;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.api.health.MachineHealth;
import io.cloudadapter.openstack.OctaviaState.Member;
import io.cloudadapter.openstack.OctaviaState.Pool;
import io.cloudadapter.openstack.OctaviaState.Port;
import io.cloudadapter.openstack.client.OpenStackClient;
import io.cloudadapter.openstack.client.OpenStackErrorClassifier;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.feature.LoadBalancerHealth;
import io.cloudadapter.spi.feature.LoadBalancerRegistration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Registers machines as members of all pools to which a load balancer's listeners lead, and reads their health. Octavia
 * has no conditional changes: so the adapter adds members without touching existing ones, and removes them one by one,
 * and none of another client is lost.
 */
final class PoolMembers implements LoadBalancerRegistration, LoadBalancerHealth {
  private final OpenStackClient api;
  private final HostLookup hosts;

  PoolMembers(OpenStackClient api, HostLookup hosts) {
    this.api = api;
    this.hosts = hosts;
  }

  @Override
  public Set<MachineId> registered(LoadBalancerName balancer, CallContext call) {
    OctaviaClient octavia = new OctaviaClient(api, call);
    OctaviaState layout = layout(octavia, balancer, call);
    Map<String, String> owners = owners(layout, call);
    return layout.used().stream()
        .flatMap(pool -> pool.members().stream())
        .flatMap(member -> machine(member, owners).stream())
        .map(MachineId::new)
        .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public List<HealthReport> health(LoadBalancerName balancer, CallContext call) {
    OctaviaClient octavia = new OctaviaClient(api, call);
    OctaviaState layout = layout(octavia, balancer, call);
    Map<String, String> owners = owners(layout, call);
    List<HealthReport> reports = new ArrayList<>();
    for (Pool pool : layout.used()) {
      for (Member member : pool.members()) {
        machine(member, owners)
            .ifPresent(id -> reports.add(new HealthReport(
                new MachineId(id),
                member.verdict(),
                MachineHealth.shortened(
                    member.status().toLowerCase(Locale.ROOT).replace('_', ' ')))));
      }
    }
    return reports;
  }

  private OctaviaState layout(OctaviaClient octavia, LoadBalancerName balancer, CallContext call) {
    api.checkOpen();
    String ours = api.grant(call).region();
    if (!ours.equals(balancer.region())) {
      throw CloudException.of(
              Kind.NOT_FOUND,
              Effect.NONE,
              "there is no load balancer " + balancer + " here; the region is " + ours)
          .build();
    }
    OctaviaState layout = octavia.layout(octavia.existing(balancer.name()));
    octavia.expecting(layout.status());
    return layout;
  }

  /** The servers behind members of other clients, by address. */
  private Map<String, String> owners(OctaviaState layout, CallContext call) {
    return hosts.owners(
        layout.used().stream()
            .flatMap(pool -> pool.members().stream())
            .filter(member -> member.server().isEmpty())
            .map(Member::address)
            .toList(),
        call);
  }

  private static Optional<String> machine(Member member, Map<String, String> owners) {
    return member
        .server()
        .or(() -> Optional.ofNullable(owners.get(member.address())))
        .filter(ServerParser::isId);
  }

  @Override
  public void register(LoadBalancerName balancer, Set<MachineId> machines, CallContext call) {
    OctaviaClient octavia = new OctaviaClient(api, call);
    OctaviaState layout = layout(octavia, balancer, call);
    List<String> ids = machines.stream()
        .map(MachineId::value)
        .filter(ServerParser::isId)
        .sorted()
        .toList();
    Map<String, String> names = hosts.names(ids, call);
    ListMultimap<String, HostLookup.Place> places = hosts.places(names.keySet(), call);
    List<Member> members = names.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(each -> OctaviaLoadBalancers.member(
            each.getValue(), each.getKey(), places.get(each.getKey()), layout))
        .toList();
    octavia.whole(() -> {
      Set<String> done = new HashSet<>();
      for (Port port : layout.ports()) {
        Optional<Pool> pool = layout.poolOf(port).filter(each -> done.add(each.id()));
        pool.ifPresent(each -> add(octavia, layout, port, each, members));
      }
      octavia.finish(layout.id());
      return true;
    });
  }

  private static void add(
      OctaviaClient octavia, OctaviaState layout, Port port, Pool pool, List<Member> members) {
    List<Member> missing = members.stream()
        .map(member -> member.at(pool.target(port.number())))
        .filter(member -> pool.members().stream().noneMatch(there -> isAt(there, member)))
        .toList();
    if (missing.isEmpty()) {
      return;
    }
    if (!port.modern()) {
      // An older one knows no additions, and would take all others out without a word.
      throw OpenStackErrorClassifier.unsupported(
          "machines are registered with Octavia of release Train (2019) or newer, and this is older");
    }
    octavia.change(
        layout.id(),
        "PUT",
        "/lbaas/pools/" + pool.id() + "/members?additive_only=true",
        Optional.of(OctaviaLoadBalancers.body(missing)),
        202);
  }

  /** Names do not matter here. */
  private static boolean isAt(Member there, Member wanted) {
    boolean here = there.address().equals(wanted.address()) && there.port() == wanted.port();
    return here && there.server().equals(wanted.server());
  }

  @Override
  public void deregister(LoadBalancerName balancer, Set<MachineId> machines, CallContext call) {
    OctaviaClient octavia = new OctaviaClient(api, call);
    OctaviaState layout = layout(octavia, balancer, call);
    Map<String, String> owners = owners(layout, call);
    octavia.whole(() -> {
      for (Pool pool : layout.used()) {
        for (Member member : pool.members()) {
          if (machine(member, owners)
              .map(MachineId::new)
              .filter(machines::contains)
              .isPresent()) {
            octavia.remove(layout.id(), "/lbaas/pools/" + pool.id() + "/members/" + member.id());
          }
        }
      }
      octavia.finish(layout.id());
      return true;
    });
  }
}
