package io.cloudadapter.proof;

import java.util.List;
import java.util.stream.Stream;

/** Chapter 3: lists that change while they are read, rows that are not as they should be, and what rows show. */
final class RowMutants {
  private RowMutants() {}

  static List<AdapterMutant> all() {
    return Stream.of(moving(), spoilt(), ages(), facts()).flatMap(List::stream).toList();
  }

  private static List<AdapterMutant> moving() {
    return List.of(
        AdapterMutant.of("MP-3.16", "asks for pages by their offset", "were there all the time")
            .edit("LarchLists", """
                cursor.map(after -> "&after=" + encoded(after)).orElse("")));
                """, """
                cursor.map(after -> "&offset=" + seen).orElse("")));
                """)
            .edit("LarchLists", """
                private final Set<ListGap> gaps = new LinkedHashSet<>();
                """, """
                private final Set<ListGap> gaps = new LinkedHashSet<>();
                private int seen;
                """)
            .edit("LarchLists", """
                for (JsonNode row : rows) {
                """, """
                seen += rows.size();
                for (JsonNode row : rows) {
                """),
        AdapterMutant.of(
                "MP-3.1", "takes a page that is smaller for the last one", "all its pages together")
            .edit("LarchLists", """
                private final Set<ListGap> gaps = new LinkedHashSet<>();
                """, """
                private final Set<ListGap> gaps = new LinkedHashSet<>();
                private int full;
                """)
            .edit("LarchLists", """
                return LarchReply.text(page, "next");
                """, """
                full = Math.max(full, rows.size());
                return rows.size() < full ? Optional.empty() : LarchReply.text(page, "next");
                """),
        AdapterMutant.of(
                "MP-3.1", "reads thirty pages and no more", "a complete list of a large pool")
            .edit("Pager", """
                while (marker.isPresent()) {
                """, """
                while (marker.isPresent() && markers.size() < 30) {
                """),
        AdapterMutant.of(
                "MP-3.1", "shows a hundred machines and no more", "a complete list of a large pool")
            .edit("LarchLists", """
                private final Set<ListGap> gaps = new LinkedHashSet<>();
                """, """
                private final Set<ListGap> gaps = new LinkedHashSet<>();
                private int shown;
                """)
            .edit("LarchLists", """
                } else if (asked(machine.get())) {
                """, """
                } else if (asked(machine.get()) && shown++ < 100) {
                """));
  }

  private static List<AdapterMutant> spoilt() {
    return List.of(
        AdapterMutant.of("MP-3.17", "leaves out rows that it cannot read", "without that machine")
            .edit("LarchLists", """
                gaps.add(new ListGap(ErrorScope.account(), "a machine without a usable id or tags"));
                """, """
                return;
                """),
        AdapterMutant.of("MP-3.17", "believes that each row has a zone", "NullPointerException")
            .edit("LarchRows", """
                LarchReply.text(row, "zone").ifPresent(machine::zone);
                """, """
                machine.zone(row.get("zone").asText());
                """),
        AdapterMutant.of(
                "MP-3.17", "believes that each launch time is one", "DateTimeParseException")
            .edit("LarchRows", """
                return Optional.of(Instant.parse(text));
                } catch (DateTimeParseException e) {
                """, """
                return Optional.of(Instant.parse(text));
                } catch (java.time.zone.ZoneRulesException e) {
                """),
        AdapterMutant.of("MP-3.17", "leaves out rows without a size", "without that machine")
            .edit("LarchLists", """
                private void show(JsonNode row) {
                """, """
                private void show(JsonNode row) {
                  if (!row.path("size").isTextual()) {
                    return;
                  }
                """),
        AdapterMutant.of("MP-3.17", "takes a row without a state for an ended one", "as ended")
            .edit("LarchRows", """
                return switch (state) {
                """, """
                if (state.isEmpty()) {
                  return MachineSighting.of(id, MachineState.TERMINATED);
                }
                return switch (state) {
                """),
        AdapterMutant.of("MP-3.17", "believes that each tag is a text", "ClassCastException")
            .edit("LarchRows", """
                if (!tag.getValue().isTextual()) {
                  return Optional.empty();
                }
                """, """
                com.fasterxml.jackson.databind.node.TextNode sure =
                    (com.fasterxml.jackson.databind.node.TextNode) tag.getValue();
                """),
        AdapterMutant.of("MP-3.17", "believes that no row comes twice", "IllegalStateException")
            .edit("LarchLists", """
                for (JsonNode row : rows) {
                """, """
                java.util.Set<String> ids = new java.util.HashSet<>();
                for (JsonNode row : rows) {
                  if (!ids.add(row.path("id").toString())) {
                    throw new IllegalStateException("twice");
                  }
                """));
  }

  private static List<AdapterMutant> ages() {
    return List.of(age("a day", 1), age("a month", 31), age("a year", 365));
  }

  private static AdapterMutant age(String what, int days) {
    return AdapterMutant.of("MP-3.19", "leaves out machines older than " + what, "is missing from")
        .edit("LarchProviderFactory", """
            transport, environment.ticker()));
            """, """
            transport, environment.ticker()), environment.clock());
            """)
        .edit("LarchProvider", """
            LarchProvider(LarchApi api) {
            """, """
            private final java.time.InstantSource clock;

            LarchProvider(LarchApi api, java.time.InstantSource clock) {
              this.clock = clock;
            """)
        .edit("LarchProvider", """
            return new LarchLists(api, query, sink, call).read();
            """, """
            java.time.Instant oldest = clock.instant().minus(Duration.ofDays(%d));
            return new LarchLists(
                    api,
                    query,
                    row -> {
                      if (row.launchTime().filter(time -> time.isBefore(oldest)).isEmpty()) {
                        sink.accept(row);
                      }
                    },
                    call)
                .read();
            """.formatted(days));
  }

  private static List<AdapterMutant> facts() {
    return List.of(
        AdapterMutant.of("MP-3.20", "shows launch times an hour late", "with launch time")
            .edit("LarchRows", """
                Instant.parse(text)
                """, """
                Instant.parse(text).plusSeconds(3600)
                """),
        AdapterMutant.of("MP-3.20", "leaves the launch time out", "shows launch time none")
            .edit("LarchRows", """
                LarchReply.text(row, "createdAt").flatMap(LarchRows::time).ifPresent(machine::launchTime);
                """, ""),
        AdapterMutant.of("MP-3.20", "reads times in the host's time zone", "on a host in")
            .drags("MP-3.17")
            .edit("LarchRows", """
                Instant.parse(text)
                """, """
                java.time.LocalDateTime.parse(text.substring(0, 19))
                    .atZone(java.time.ZoneId.systemDefault()).toInstant()
                """),
        AdapterMutant.of("MP-3.20", "shares a format of dates among threads", "threads")
            .race()
            .edit("LarchRows", """
                private LarchRows() {}
                """, """
                private static final java.text.SimpleDateFormat FORMAT =
                    new java.text.SimpleDateFormat("yyyy-MM-dd'T'HH:mm:ss", java.util.Locale.ROOT);

                static {
                  FORMAT.setTimeZone(java.util.TimeZone.getTimeZone("UTC"));
                }

                private LarchRows() {}
                """)
            .edit("LarchRows", """
                return Optional.of(Instant.parse(text));
                } catch (DateTimeParseException e) {
                """, """
                return Optional.of(FORMAT.parse(text).toInstant());
                } catch (java.text.ParseException | NumberFormatException e) {
                """),
        AdapterMutant.of("MP-3.20", "mixes up public and private addresses", "public addresses")
            .edit("LarchRows", """
                machine.publicIps(texts(row.path("publicIps")));
                machine.privateIps(texts(row.path("privateIps")));
                """, """
                machine.publicIps(texts(row.path("privateIps")));
                machine.privateIps(texts(row.path("publicIps")));
                """),
        AdapterMutant.of("MP-3.20", "knows addresses of IPv4 only", "public addresses")
            .edit("LarchRows", """
                if (each.isTextual()) {
                """, """
                if (each.isTextual() && !each.textValue().contains(":")) {
                """),
        AdapterMutant.of("MP-3.20", "reads states by the host's small letters", "on a host in")
            .edit("LarchRows", """
                return switch (state) {
                """, """
                if (state.toLowerCase().equals("active")) {
                  return MachineSighting.of(id, MachineState.RUNNING);
                }
                return switch (state.equals("ACTIVE") ? "" : state) {
                """),
        AdapterMutant.of("MP-3.20", "writes numbers in the host's digits", "on a host in")
            .edit("LarchLaunchRequest", """
                body.put("spot", spec.market() == Market.SPOT);
                """, """
                body.put("spot", spec.market() == Market.SPOT);
                body.put("network", "backend".formatted(String.format("%d", 7)));
                if (!String.format("%d", 7).equals("7")) {
                  body.put("network", "default");
                }
                """));
  }
}
