package io.cloudadapter.server.cloudprovider;

import io.cloudadapter.api.cloud.Cloud;
import io.cloudadapter.api.cloud.Cluster;
import io.cloudadapter.api.cloud.Instance;
import io.cloudadapter.api.cloud.Zone;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRequest;
import io.cloudadapter.server.http.SafeText;
import io.cloudadapter.server.kube.KubeStatus;
import io.cloudadapter.spi.feature.Clusters;
import io.cloudadapter.spi.feature.Zones;
import java.util.List;
import java.util.Optional;

/** The endpoints of the interfaces {@code zones} and {@code clusters}. */
final class ZoneEndpoints {
  private final FeatureEndpoint<Zones> zones;
  private final FeatureEndpoint<Clusters> clusters;
  private final InstanceEndpoints instances;
  private final Optional<String> preferred;

  ZoneEndpoints(Cloud cloud, InstanceEndpoints instances, Optional<String> preferred) {
    this.zones = new FeatureEndpoint<>(cloud, Zones.class, "zones");
    this.clusters = new FeatureEndpoint<>(cloud, Clusters.class, "clusters");
    this.instances = instances;
    this.preferred = preferred;
  }

  boolean hasZones() {
    return zones.supported();
  }

  boolean hasClusters() {
    return clusters.supported();
  }

  /** Answers with the zone of the caller: the configured one, or the cloud's default one. */
  HttpReply zone(HttpRequest request) {
    List<Zone> all = zones.ask("", Zones::zones);
    Zone zone = all.stream()
        .filter(known -> preferred.isEmpty() || preferred.get().equals(known.name()))
        .findFirst()
        .orElseThrow(() -> FeatureEndpoint.error(KubeStatus.failure(
            500,
            "the configured zone is " + preferred.orElse("any") + ", the cloud has "
                + all.stream().map(Zone::name).toList())));
    return reply(zone);
  }

  /** Ours: the zone of an instance. */
  HttpReply zoneOf(HttpRequest request) {
    if (!zones.supported()) {
      return zone(request);
    }
    Instance instance = instances.there(request.parameter("instance"));
    return reply(instance
        .zone()
        .orElseThrow(() -> FeatureEndpoint.error(KubeStatus.failure(
            404, "the zone of instance " + SafeText.quoted(instance.name()) + " is unknown"))));
  }

  /** What a client of the reworked API looks for stands below spec; each passes over the other's fields. */
  private static HttpReply reply(Zone zone) {
    return HttpReply.json(200, json -> {
      json.writeStartObject();
      json.writeStringField("failureDomain", zone.name());
      json.writeStringField("region", zone.region());
      json.writeObjectFieldStart("spec");
      json.writeStringField("failureDomain", zone.name());
      json.writeStringField("region", zone.region());
      json.writeEndObject();
      json.writeEndObject();
    });
  }

  HttpReply clusters(HttpRequest request) {
    List<Cluster> all = clusters.ask("", Clusters::clusters);
    if (all.isEmpty()) {
      throw clusters.missing(""); // The client takes an empty list for an error of its own.
    }
    return HttpReply.json(200, json -> {
      json.writeStartObject();
      json.writeArrayFieldStart("clusters");
      for (Cluster cluster : all) {
        Replies.one(json, "clusterName", cluster.name());
      }
      json.writeEndArray();
      json.writeEndObject();
    });
  }

  HttpReply master(HttpRequest request) {
    String name = PathNames.inPath("cluster", request.parameter("cluster"));
    String master = clusters.ask(name, Clusters::clusters).stream()
        .filter(cluster -> cluster.name().equals(name))
        .map(Cluster::master)
        .findFirst()
        .orElseThrow(() -> clusters.missing(name));
    return HttpReply.json(200, json -> Replies.one(json, "masterAddress", master));
  }
}
