package io.cloudadapter.proof;

import java.util.List;

/** Chapter 12: load balancers and zones. {@link FeatureFlaws}: what the example adapter does not have. */
final class BesideMutants {
  private BesideMutants() {}

  static List<AdapterMutant> all() {
    return List.of(
        AdapterMutant.of(
                "MP-12.10", "sends traffic to the port that clients connect to", "asked for")
            .edit("LarchBalancers", """
                .put("targetPort", port.targetPort())
                """, """
                .put("targetPort", port.port())
                """),
        AdapterMutant.of("MP-12.10", "forgets that clients stay with their host", "with affinity")
            .edit("LarchBalancers", """
                body.put("sticky", spec.affinity() == Affinity.CLIENT_IP);
                """, """
                body.put("sticky", false);
                """),
        AdapterMutant.of("MP-12.11", "takes another name after a doubt", "in truth there is")
            .edit("LarchBalancers", """
                return put(PATH + spec.name(), spec.name(), body, call);
                """, """
                try {
                  return put(PATH + spec.name(), spec.name(), body, call);
                } catch (CloudException e) {
                  if (e.effect() == Effect.NONE) {
                    throw e;
                  }
                  return put(PATH + spec.name() + "-2", spec.name(), body, call);
                }
                """),
        AdapterMutant.of("MP-12.12", "only adds hosts", "setHosts was asked for")
            .edit("LarchBalancers", """
                LoadBalancerSpec.hosts(hosts).forEach(body.putArray("machines")::add);
                """, """
                List<String> all = new ArrayList<>(hosts);
                find(region, name, call).ifPresent(there -> all.addAll(there.spec().hosts()));
                LoadBalancerSpec.hosts(all).forEach(body.putArray("machines")::add);
                """),
        AdapterMutant.of("MP-12.13", "takes any region for its own", "a region that never was")
            .edit("LarchBalancers", """
                if (!spec.region().equals(REGION)) {
                  throw refused(Kind.NOT_FOUND, "Larch has no region " + spec.region() + ", only " + REGION);
                }
                """, ""),
        AdapterMutant.of("MP-12.13", "leaves hosts out that are none", "a host that is no instance")
            .edit("LarchBalancers", """
                LarchReply reply = api.exchange(request, call);
                return told(LarchErrors.expect(200, request, reply), name, request, reply);
                """, """
                LarchReply reply = api.exchange(request, call);
                if (reply.is(404, "NO_SUCH_MACHINE")) {
                  body.withArray("machines").remove(body.withArray("machines").size() - 1);
                  return put(path, name, body, call);
                }
                return told(LarchErrors.expect(200, request, reply), name, request, reply);
                """),
        AdapterMutant.of("MP-12.14", "cannot delete a load balancer that is gone", "delete failed")
            .edit("LarchBalancers", """
                if (!reply.is(404, "NO_SUCH_BALANCER")) {
                  LarchErrors.expect(202, request, reply);
                }
                """, """
                LarchErrors.expect(202, request, reply);
                """),
        AdapterMutant.of("MP-12.15", "is sure of every error of a load balancer", ", and made of")
            .edit("LarchBalancers", """
                LarchReply reply = api.exchange(request, call);
                return told(LarchErrors.expect(200, request, reply), name, request, reply);
                """, """
                try {
                  LarchReply reply = api.exchange(request, call);
                  return told(LarchErrors.expect(200, request, reply), name, request, reply);
                } catch (CloudException e) {
                  throw refused(e.kind(), String.valueOf(e.getMessage()));
                }
                """),
        AdapterMutant.of(
                "MP-12.16",
                "takes any page that is not found for no load balancer",
                "told that there is nothing")
            .edit("LarchBalancers", """
                if (reply.is(404, "NO_SUCH_BALANCER")) {
                  return Optional.empty();
                """, """
                if (reply.status() == 404) {
                  return Optional.empty();
                """),
        AdapterMutant.of(
                "MP-12.16",
                "takes any page that is not found for a load balancer that is gone",
                "took it for a result")
            .edit("LarchBalancers", """
                if (!reply.is(404, "NO_SUCH_BALANCER")) {
                """, """
                if (reply.status() != 404) {
                """),
        AdapterMutant.of("MP-12.20", "names zones as people do", "the zones are")
            .edit("LarchProvider", """
                new Zone(zone, LarchBalancers.REGION)
                """, """
                new Zone(zone.replace('-', ' '), LarchBalancers.REGION)
                """),
        AdapterMutant.of("MP-12.20", "has one zone when the cloud lists none", "the zones are")
            .edit("LarchProvider", """
                return LarchCatalog.read(api, call).zones().stream()
                """, """
                java.util.Set<String> known;
                try {
                  known = LarchCatalog.read(api, call).zones();
                } catch (io.cloudadapter.spi.CloudException e) {
                  known = java.util.Set.of("north-1");
                }
                return known.stream()
                """));
  }
}
