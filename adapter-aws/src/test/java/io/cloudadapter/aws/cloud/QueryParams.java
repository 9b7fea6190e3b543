package io.cloudadapter.aws.cloud;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The parameters of a request, as AWS's query protocols write them: lists as {@code Name.1}, {@code Name.2}. */
record QueryParams(Map<String, String> all) {

  static QueryParams of(String form) {
    Map<String, String> all = new TreeMap<>();
    for (String pair : form.split("&", -1)) {
      String[] item = pair.split("=", 2);
      if (item.length == 2) {
        all.put(
            URLDecoder.decode(item[0], StandardCharsets.UTF_8),
            URLDecoder.decode(item[1], StandardCharsets.UTF_8));
      }
    }
    return new QueryParams(all);
  }

  Optional<String> get(String name) {
    return Optional.ofNullable(all.get(name));
  }

  String must(String name) {
    return get(name)
        .orElseThrow(() ->
            AwsRefusal.wrong("MissingParameter", "The request must contain the parameter " + name));
  }

  int number(String name) {
    try {
      return Integer.parseInt(must(name));
    } catch (NumberFormatException e) {
      throw AwsRefusal.wrong("InvalidParameterValue", "Invalid value for " + name);
    }
  }

  List<String> list(String name) {
    List<String> values = new ArrayList<>();
    for (int i = 1; all.containsKey(name + "." + i); i++) {
      values.add(all.get(name + "." + i));
    }
    return values;
  }

  /** The prefixes of a list of structures: {@code Filter.1}, {@code Filter.2}. */
  List<String> prefixes(String name) {
    List<String> prefixes = new ArrayList<>();
    for (int i = 1; has(name + "." + i + "."); i++) {
      prefixes.add(name + "." + i);
    }
    return prefixes;
  }

  private boolean has(String prefix) {
    return all.keySet().stream().anyMatch(key -> key.startsWith(prefix));
  }

  Map<String, String> tags(String name) {
    Map<String, String> tags = new TreeMap<>();
    prefixes(name)
        .forEach(each ->
            tags.put(all.getOrDefault(each + ".Key", ""), all.getOrDefault(each + ".Value", "")));
    return tags;
  }

  /** What is to be tagged as this kind of resource. */
  Map<String, String> specified(String resource) {
    Map<String, String> tags = new TreeMap<>();
    prefixes("TagSpecification").stream()
        .filter(each -> resource.equals(all.get(each + ".ResourceType")))
        .forEach(each -> tags.putAll(tags(each + ".Tag")));
    return tags;
  }

  /** Filters by name. */
  Map<String, List<Pattern>> filters() {
    Map<String, List<Pattern>> filters = new LinkedHashMap<>();
    for (String each : prefixes("Filter")) {
      List<String> values = list(each + ".Value");
      if (values.size() > 200) {
        throw AwsRefusal.wrong("FilterLimitExceeded", "The maximum number of filter values is 200");
      }
      filters.put(
          must(each + ".Name"), values.stream().map(QueryParams::pattern).toList());
    }
    return filters;
  }

  /** Stars and question marks are wildcards, unless they are escaped. */
  private static Pattern pattern(String value) {
    StringBuilder pattern = new StringBuilder();
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '\\' && i + 1 < value.length()) {
        i++;
        pattern.append(Pattern.quote(value.substring(i, i + 1)));
      } else if (c == '*') {
        pattern.append(".*");
      } else if (c == '?') {
        pattern.append('.');
      } else {
        pattern.append(Pattern.quote(String.valueOf(c)));
      }
    }
    return Pattern.compile(pattern.toString(), Pattern.DOTALL);
  }

  static boolean fits(List<Pattern> any, String value) {
    return any.stream().anyMatch(pattern -> pattern.matcher(value).matches());
  }

  /** As if RunInstances had been asked for what this override of a fleet says. */
  QueryParams ofFleet(String override, String template) {
    Map<String, String> one = new TreeMap<>(all);
    one.keySet()
        .removeIf(key -> !key.startsWith("TagSpecification.") && !key.equals("ClientToken"));
    one.put("LaunchTemplate.LaunchTemplateId", template);
    for (String name : List.of("InstanceType", "ImageId", "SubnetId")) {
      get(override + "." + name).ifPresent(value -> one.put(name, value));
    }
    get(override + ".AvailabilityZone")
        .ifPresent(zone -> one.put("Placement.AvailabilityZone", zone));
    get("TargetCapacitySpecification.DefaultTargetCapacityType")
        .filter("spot"::equals)
        .ifPresent(spot -> one.put("InstanceMarketOptions.MarketType", spot));
    return new QueryParams(one);
  }

  /** What a token stands for: all that was asked, but for the token. */
  String withoutToken() {
    Map<String, String> rest = new TreeMap<>(all);
    rest.remove("ClientToken");
    return rest.toString();
  }
}
