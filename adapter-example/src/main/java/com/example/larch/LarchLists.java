package com.example.larch;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.http.Pager;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.ErrorScope;
import io.cloudadapter.spi.ListGap;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.ListResult;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.OwnershipMarks;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Reads one list: every page of it, and what it could not see. Not for use by several threads. */
final class LarchLists {
  private static final int PAGE = 100;
  private static final int MOST_PAGES = 1000;

  private final LarchApi api;
  private final ListQuery query;
  private final Consumer<? super MachineSighting> sink;
  private final CallContext call;
  private final Set<ListGap> gaps = new LinkedHashSet<>();

  LarchLists(
      LarchApi api, ListQuery query, Consumer<? super MachineSighting> sink, CallContext call) {
    this.api = api;
    this.query = query;
    this.sink = sink;
    this.call = call;
  }

  ListResult read() {
    if (query.kind() == ListQuery.Kind.IDS) {
      query.ids().forEach(this::lookUp);
    } else {
      readPages();
    }
    if (gaps.isEmpty()) {
      return ListResult.all();
    }
    return ListResult.partial(List.copyOf(gaps));
  }

  private void lookUp(MachineId id) {
    LarchRequest request = LarchRequest.get("/v1/machines/" + id.value());
    LarchReply reply = api.exchange(request, call);
    if (reply.is(404, "NO_SUCH_MACHINE")) {
      return;
    }
    JsonNode row = LarchErrors.expect(200, request, reply);
    if (!LarchReply.text(row, "id").equals(Optional.of(id.value()))) {
      throw LarchErrors.notUnderstood(request, reply, "id");
    }
    show(row);
  }

  private void readPages() {
    String tag = OwnershipMarks.POOL_TAG + ":" + query.pool().orElseThrow().value();
    String path = "/v1/machines?limit=" + PAGE + "&tag=" + encoded(tag);
    Pager.read(
        LarchRequest.get(path),
        MOST_PAGES,
        cursor ->
            readPage(path + cursor.map(after -> "&after=" + encoded(after)).orElse("")));
  }

  /** Shows what is on a page, and returns the cursor to the next one. */
  private Optional<String> readPage(String path) {
    LarchRequest request = LarchRequest.get(path);
    LarchReply reply = api.exchange(request, call);
    JsonNode page = LarchErrors.expect(200, request, reply);
    JsonNode rows = page.path("machines");
    if (!rows.isArray()) {
      throw LarchErrors.notUnderstood(request, reply, "machines");
    }
    if (page.has("next") && !page.path("next").isTextual()) {
      throw LarchErrors.notUnderstood(request, reply, "next");
    }
    if (page.has("unreachableZones") && !page.path("unreachableZones").isArray()) {
      throw LarchErrors.notUnderstood(request, reply, "unreachableZones");
    }
    for (JsonNode zone : page.path("unreachableZones")) {
      gaps.add(new ListGap(ErrorScope.zone(zone.asText("")), "Larch cannot reach the zone"));
    }
    for (JsonNode row : rows) {
      show(row);
    }
    return LarchReply.text(page, "next");
  }

  private void show(JsonNode row) {
    Optional<MachineSighting> machine = LarchRows.sighting(row);
    if (machine.isEmpty()) {
      // It may be any machine, so none can be called absent.
      gaps.add(new ListGap(ErrorScope.account(), "a machine without a usable id or tags"));
    } else if (asked(machine.get())) {
      sink.accept(machine.get());
    }
  }

  private boolean asked(MachineSighting machine) {
    return switch (query.kind()) {
      case IDS -> query.ids().contains(machine.id());
      case POOL -> machine.pool().equals(query.pool());
      case KEYS ->
        machine.pool().equals(query.pool())
            && machine.key().filter(query.keys()::contains).isPresent();
    };
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
