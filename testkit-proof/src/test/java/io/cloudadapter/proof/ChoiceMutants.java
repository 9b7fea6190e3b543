package io.cloudadapter.proof;

import java.util.List;
import java.util.stream.Stream;

/** Chapter 2: launches that get something other than what they ask for. */
final class ChoiceMutants {
  private ChoiceMutants() {}

  static List<AdapterMutant> all() {
    return Stream.of(zones(), places(), scopes(), texts()).flatMap(List::stream).toList();
  }

  private static List<AdapterMutant> zones() {
    return List.of(
        AdapterMutant.of("MP-2.21", "draws a zone at each sending", "is another request")
            .edit("LarchLaunchRequest", """
                ObjectNode complete = body.deepCopy();
                """, """
                ObjectNode complete = body.deepCopy();
                if (!complete.has("zone")) {
                  complete.put("zone", java.util.List.of("north-1", "north-2", "south-1")
                      .get(java.util.concurrent.ThreadLocalRandom.current().nextInt(3)));
                }
                """),
        AdapterMutant.of("MP-2.11", "draws a zone in prepare", "froze one spec to different bytes")
            .edit("LarchLaunchRequest", """
                spec.zone().ifPresent(zone -> body.put("zone", catalog.zone(zone)));
                """, """
                body.put("zone", spec.zone().map(catalog::zone).orElseGet(() ->
                    java.util.List.copyOf(catalog.zones())
                        .get(java.util.concurrent.ThreadLocalRandom.current().nextInt(3))));
                """));
  }

  private static List<AdapterMutant> places() {
    return List.of(
        AdapterMutant.of(
                "MP-2.22", "launches small machines only", "made a machine with size small")
            .edit("LarchLaunchRequest", """
                body.put("size", catalog.size(size))
                """, """
                body.put("size", catalog.size(size).isEmpty() ? size : "small")
                """)
            .edit("LarchRows", """
                LarchReply.text(row, "size").ifPresent(machine::size);
                """, ""),
        AdapterMutant.of(
                "MP-2.22", "launches into the first zone", "made a machine with zone north-1")
            .drags("MP-2.23", "MP-3.15", "MP-3.18")
            .edit("LarchLaunchRequest", """
                body.put("zone", catalog.zone(zone))
                """, """
                body.put("zone", catalog.zone(zone).isEmpty() ? zone : "north-1")
                """)
            .edit("LarchRows", """
                LarchReply.text(row, "zone").ifPresent(machine::zone);
                """, ""),
        AdapterMutant.of("MP-2.22", "shows each machine as small", "with size small")
            .edit("LarchRows", """
                LarchReply.text(row, "size").ifPresent(machine::size);
                """, """
                machine.size("small");
                """),
        AdapterMutant.of("MP-2.22", "shows each machine in the first zone", "with zone north-1")
            .drags("MP-2.16")
            .edit("LarchRows", """
                LarchReply.text(row, "zone").ifPresent(machine::zone);
                """, """
                machine.zone("north-1");
                """),
        AdapterMutant.of("MP-2.22", "shows each machine as one of the spot market", "market SPOT")
            .edit("LarchRows", """
                machine.market(row.path("spot").asBoolean() ? Market.SPOT : Market.ON_DEMAND);
                """, """
                machine.market(Market.SPOT);
                """));
  }

  private static List<AdapterMutant> scopes() {
    return List.of(
        AdapterMutant.of("MP-2.23", "names the first zone where one is full", "in another place")
            .edit("LarchErrors", """
                Optional<String> zone = said("zone", refusal).or(() -> said("zone", request));
                """, """
                Optional<String> zone = Optional.of("north-1");
                """),
        AdapterMutant.of("MP-2.23", "names another size where a machine failed", "failed after all")
            .edit("LarchRows", """
                LarchErrors.capacity(Optional.of(row), Optional.empty())
                """, """
                ErrorScope.size("small", LarchReply.text(row, "zone"))
                """),
        AdapterMutant.of("MP-2.23", "names another market where one is full", "in another place")
            .edit("LarchErrors", """
                return ErrorScope.size(size.get(), zone);
                """, """
                return ErrorScope.market(
                    io.cloudadapter.spi.LaunchSpec.Market.SPOT, size, zone);
                """),
        AdapterMutant.of("MP-3.18", "names the last zone for each gap", "names its gaps as")
            .edit("LarchLists", """
                ErrorScope.zone(zone.asText(""))
                """, """
                ErrorScope.zone(zone.asText("").isEmpty() ? "" : "south-1")
                """));
  }

  private static List<AdapterMutant> texts() {
    return List.of(
        AdapterMutant.of("MP-2.24", "strips the values of tags", "lines")
            .edit("LarchLaunchRequest", """
                Map<String, String> tags = new TreeMap<>(spec.tags());
                """, """
                Map<String, String> tags = new TreeMap<>(spec.tags());
                tags.replaceAll((name, value) -> value.strip());
                """),
        AdapterMutant.of("MP-2.24", "writes the names of tags in lower case", "a tag \"UPPER\"")
            .edit("LarchLaunchRequest", """
                Map<String, String> tags = new TreeMap<>(spec.tags());
                """, """
                Map<String, String> tags = new TreeMap<>();
                spec.tags().forEach((name, value) ->
                    tags.put(name.toLowerCase(java.util.Locale.ROOT), value));
                """),
        AdapterMutant.of("MP-2.24", "reads a plus as a blank", "a+b c")
            .edit("LarchLaunchRequest", """
                Map<String, String> tags = new TreeMap<>(spec.tags());
                """, """
                Map<String, String> tags = new TreeMap<>(spec.tags());
                tags.replaceAll((name, value) -> value.replace('+', ' '));
                """),
        AdapterMutant.of("MP-2.24", "escapes quotes twice", "say")
            .edit("LarchLaunchRequest", """
                Map<String, String> tags = new TreeMap<>(spec.tags());
                """, """
                Map<String, String> tags = new TreeMap<>(spec.tags());
                tags.replaceAll((name, value) -> value.replace("\\"", "\\\\\\""));
                """),
        AdapterMutant.of("MP-2.24", "leaves out tags without a value", "a tag \"text4\" of \"\"")
            .edit("LarchLaunchRequest", """
                Map<String, String> tags = new TreeMap<>(spec.tags());
                """, """
                Map<String, String> tags = new TreeMap<>(spec.tags());
                tags.values().removeIf(String::isEmpty);
                """),
        AdapterMutant.of("MP-2.24", "knows no letters beyond the first plane", "a tag")
            .edit("LarchLaunchRequest", """
                Map<String, String> tags = new TreeMap<>(spec.tags());
                """, """
                Map<String, String> tags = new TreeMap<>(spec.tags());
                tags.replaceAll((name, value) -> value.replaceAll("[^\\u0000-\\uFFFF]", "?"));
                """),
        AdapterMutant.of("MP-2.24", "changes the ends of lines in user data", "user data of")
            .edit("LarchLaunchRequest", """
                body.put("userData", userData.reveal())
                """, """
                body.put("userData", userData.reveal().replace("\\r\\n", "\\n"))
                """),
        AdapterMutant.of(
                "MP-2.24", "refuses names of tags with blanks", "is allowed, and was refused")
            .edit("LarchLimits", """
                || name.contains(":")) {
                """, """
                || name.contains(":") || name.contains(" ")) {
                """));
  }
}
