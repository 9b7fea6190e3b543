package com.example.cedar;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import java.util.Set;
import java.util.TreeSet;

/** The zones, sizes and images that Cedar has at this moment. */
record CedarCatalog(Set<String> zones, Set<String> sizes, Set<String> images) {

  static CedarCatalog read(CedarApi api, CallContext call) {
    CedarRequest request = CedarRequest.get("/v1/catalog");
    CedarReply reply = api.exchange(request, call);
    JsonNode body = CedarErrors.expect(200, request, reply);
    return new CedarCatalog(
        texts("zones", body, request, reply),
        texts("sizes", body, request, reply),
        texts("images", body, request, reply));
  }

  private static Set<String> texts(
      String field, JsonNode body, CedarRequest request, CedarReply reply) {
    if (!body.path(field).isArray()) {
      throw CedarErrors.notUnderstood(request, reply, field);
    }
    Set<String> texts = new TreeSet<>();
    body.path(field).forEach(text -> texts.add(text.asText("")));
    return texts;
  }

  String zone(String zone) {
    return known("zone", zone, zones);
  }

  String size(String size) {
    return known("size", size, sizes);
  }

  String image(String image) {
    return known("image", image, images);
  }

  private static String known(String field, String name, Set<String> names) {
    if (!names.contains(name)) {
      throw CloudException.of(
              Kind.NOT_FOUND,
              Effect.NONE,
              "Cedar has no " + field + " " + name + "; it has " + names)
          .build();
    }
    return name;
  }
}
