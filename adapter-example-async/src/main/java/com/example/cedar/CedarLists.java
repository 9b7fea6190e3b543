package com.example.cedar;

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
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads one list: every page of it, and what it could not see. Not for use by several threads. */
final class CedarLists {
  private static final int PAGE = 100;
  private static final int MOST_PAGES = 1000;

  private final CedarApi api;
  private final ListQuery query;
  private final Consumer<? super MachineSighting> sink;
  private final CallContext call;
  private boolean unreadable;

  CedarLists(
      CedarApi api, ListQuery query, Consumer<? super MachineSighting> sink, CallContext call) {
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
    if (unreadable) {
      // It may be any machine, so none can be called absent.
      return ListResult.partial(
          List.of(new ListGap(ErrorScope.account(), "a machine without a usable id or tags")));
    }
    return ListResult.all();
  }

  private void lookUp(MachineId id) {
    CedarRequest request = CedarRequest.get("/v1/machines/" + id.value());
    CedarReply reply = api.exchange(request, call);
    if (reply.is(404, "NO_SUCH_MACHINE")) {
      return;
    }
    JsonNode row = CedarErrors.expect(200, request, reply);
    if (!CedarReply.text(row, "id").equals(Optional.of(id.value()))) {
      throw CedarErrors.notUnderstood(request, reply, "id");
    }
    show(row);
  }

  private void readPages() {
    String tag = OwnershipMarks.POOL_TAG + ":" + query.pool().orElseThrow().value();
    String path = "/v1/machines?limit=" + PAGE + "&tag=" + encoded(tag);
    Pager.read(
        CedarRequest.get(path),
        MOST_PAGES,
        cursor ->
            readPage(path + cursor.map(after -> "&after=" + encoded(after)).orElse("")));
  }

  /** Shows what is on a page, and returns the cursor to the next one. */
  private Optional<String> readPage(String path) {
    CedarRequest request = CedarRequest.get(path);
    CedarReply reply = api.exchange(request, call);
    JsonNode page = CedarErrors.expect(200, request, reply);
    if (!page.path("machines").isArray()) {
      throw CedarErrors.notUnderstood(request, reply, "machines");
    }
    if (page.has("next") && !page.path("next").isTextual()) {
      throw CedarErrors.notUnderstood(request, reply, "next");
    }
    page.path("machines").forEach(this::show);
    return CedarReply.text(page, "next");
  }

  private void show(JsonNode row) {
    Optional<MachineSighting> machine = CedarRows.sighting(row);
    if (machine.isEmpty()) {
      unreadable = true;
    }
    machine.filter(this::asked).ifPresent(sink);
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
