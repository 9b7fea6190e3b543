package com.example.cedar;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.http.Pager;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.ErrorScope;
import io.cloudadapter.spi.ListGap;
import io.cloudadapter.spi.ListResult;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.ResourceSighting;
import io.cloudadapter.spi.feature.MachineResources;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Gives each machine a floating address. It takes two requests, and a process may end between them: so the first one
 * carries the marks and the machine, and the machine's id as {@code Request-Id}, under which Cedar makes one address.
 */
final class CedarAddresses implements MachineResources {
  private static final String KIND = "address";
  private static final int PAGE = 100;
  private static final int MOST_PAGES = 1000;

  private final CedarApi api;

  CedarAddresses(CedarApi api) {
    this.api = api;
  }

  @Override
  public ListResult resources(
      PoolName pool, Consumer<? super ResourceSighting> sink, CallContext call) {
    api.checkOpen();
    List<JsonNode> rows = rows(OwnershipMarks.POOL_TAG + ":" + pool.value(), call);
    boolean unreadable = false;
    for (JsonNode row : rows) {
      Optional<ResourceSighting> address = CedarRows.address(row, KIND);
      address.ifPresent(sink);
      unreadable |= address.isEmpty();
    }
    return unreadable
        ? ListResult.partial(
            List.of(new ListGap(ErrorScope.account(), "an address without a usable id or tags")))
        : ListResult.all();
  }

  private List<JsonNode> rows(String tag, CallContext call) {
    String path = "/v1/addresses?limit=" + PAGE + "&tag=" + encoded(tag);
    List<JsonNode> rows = new ArrayList<>();
    Pager.read(CedarRequest.get(path), MOST_PAGES, cursor -> {
      CedarRequest request = CedarRequest.get(
          path + cursor.map(after -> "&after=" + encoded(after)).orElse(""));
      CedarReply reply = api.exchange(request, call);
      JsonNode page = CedarErrors.expect(200, request, reply);
      if (!page.path("addresses").isArray()) {
        throw CedarErrors.notUnderstood(request, reply, "addresses");
      }
      if (page.has("next") && !page.path("next").isTextual()) {
        throw CedarErrors.notUnderstood(request, reply, "next");
      }
      page.path("addresses").forEach(rows::add);
      return CedarReply.text(page, "next");
    });
    return rows;
  }

  /** Looks first: Cedar forgets a Request-Id after a day. */
  @Override
  public boolean complete(MachineId machine, OwnershipMarks marks, CallContext call) {
    api.checkOpen();
    Optional<JsonNode> known =
        rows(OwnershipMarks.MACHINE_TAG + ":" + machine.value(), call).stream().findFirst();
    JsonNode address = known.isPresent() ? known.get() : make(machine, marks, call);
    if (CedarReply.text(address, "machine").isEmpty()) {
      attach(address, machine, call);
    }
    return true;
  }

  private JsonNode make(MachineId machine, OwnershipMarks marks, CallContext call) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    ObjectNode tags = body.putObject("tags");
    marks.toTags().forEach(tags::put);
    tags.put(OwnershipMarks.MACHINE_TAG, machine.value());
    CedarRequest request = new CedarRequest(
        RequestKind.ACT,
        "POST",
        "/v1/addresses",
        Map.of("Request-Id", machine.value()),
        Optional.of(body));
    CedarReply reply = api.exchange(request, call);
    JsonNode made = CedarErrors.expect(201, request, reply);
    if (CedarRows.address(made, KIND).isEmpty()) {
      throw CedarErrors.notUnderstood(request, reply, "address");
    }
    return made;
  }

  private void attach(JsonNode address, MachineId machine, CallContext call) {
    String id = CedarReply.text(address, "id").orElse("");
    CedarRequest request = new CedarRequest(
        RequestKind.ACT,
        "PUT",
        "/v1/addresses/" + id,
        Map.of(),
        Optional.of(JsonNodeFactory.instance.objectNode().put("machine", machine.value())));
    JsonNode unused = CedarErrors.expect(200, request, api.exchange(request, call));
  }

  @Override
  public void release(ResourceSighting resource, CallContext call) {
    api.checkOpen();
    CedarRequest request = new CedarRequest(
        RequestKind.ACT, "DELETE", "/v1/addresses/" + resource.id(), Map.of(), Optional.empty());
    CedarReply reply = api.exchange(request, call);
    if (!reply.is(404, "NO_SUCH_ADDRESS")) {
      JsonNode unused = CedarErrors.expect(200, request, reply);
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
