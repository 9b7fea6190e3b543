package io.cloudadapter.server.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Finds the routes of a path. Immutable. */
public final class Router {
  private static final String REST = "...}";

  private final List<HttpRoute> routes;
  private final List<Place> places;

  /**
   * A table of routes.
   *
   * @param routes the routes; no two may have the same method and template
   */
  public Router(List<HttpRoute> routes) {
    this.routes = List.copyOf(routes);
    Map<String, Map<String, HttpRoute>> byTemplate = new LinkedHashMap<>();
    for (HttpRoute route : routes) {
      Map<String, HttpRoute> methods =
          byTemplate.computeIfAbsent(route.template(), t -> new LinkedHashMap<>());
      if (methods.put(route.method(), route) != null) {
        throw new IllegalArgumentException(
            "two routes for " + route.method() + " " + route.template());
      }
    }
    List<Place> all = new ArrayList<>();
    byTemplate.forEach((template, methods) ->
        all.add(Place.of(methods.values().iterator().next().segments(), Map.copyOf(methods))));
    places = List.copyOf(all);
  }

  /**
   * All routes.
   *
   * @return the routes in the order of the table
   */
  List<HttpRoute> routes() {
    return routes;
  }

  /**
   * Finds a path. A slash at its end has no meaning, unless there is a place for it or a segment in braces stands for
   * all that are left.
   *
   * @param segments the path's segments, decoded
   * @return the place, or empty if there is none
   */
  Optional<Found> find(List<String> segments) {
    int last = segments.size() - 1;
    Optional<Found> found = exactly(segments);
    if (last == 0
        || !segments.get(last).isEmpty()
        || found.filter(place -> !place.lastIsParameter()).isPresent()) {
      return found;
    }
    return exactly(segments.subList(0, last)).or(() -> found);
  }

  private Optional<Found> exactly(List<String> segments) {
    for (Place place : places) {
      Optional<Map<String, String>> parameters = place.match(segments);
      if (parameters.isPresent()) {
        return Optional.of(new Found(place.methods, parameters.get(), place.lastIsParameter()));
      }
    }
    return Optional.empty();
  }

  /** A place in the tree of paths: the routes there, by method, and what the braces stood for. */
  record Found(
      Map<String, HttpRoute> methods, Map<String, String> parameters, boolean lastIsParameter) {

    /** The methods that are allowed here, for the header Allow. */
    String allow() {
      TreeSet<String> allowed = new TreeSet<>(methods.keySet());
      if (allowed.contains("GET")) {
        allowed.add("HEAD");
      }
      allowed.add("OPTIONS");
      return String.join(", ", allowed);
    }
  }

  /**
   * A place as its template has it.
   *
   * @param template the segments, those in braces without what marks them
   * @param methods the routes there
   * @param rest whether the last segment stands for all that are left
   */
  private record Place(List<String> template, Map<String, HttpRoute> methods, boolean rest) {

    static Place of(List<String> segments, Map<String, HttpRoute> methods) {
      int last = segments.size() - 1;
      String end = segments.get(last);
      if (!end.startsWith("{") || !end.endsWith(REST)) {
        return new Place(segments, methods, false);
      }
      List<String> template = new ArrayList<>(segments);
      template.set(last, end.substring(0, end.length() - REST.length()) + "}");
      return new Place(List.copyOf(template), methods, true);
    }

    /** Whether the last segment may be any, and only one. */
    boolean lastIsParameter() {
      return !rest && template.get(template.size() - 1).startsWith("{");
    }

    Optional<Map<String, String>> match(List<String> all) {
      List<String> segments = all;
      if (rest && all.size() > template.size()) {
        int last = template.size() - 1;
        segments = new ArrayList<>(all.subList(0, last));
        segments.add(String.join("/", all.subList(last, all.size())));
      }
      if (segments.size() != template.size()) {
        return Optional.empty();
      }
      Map<String, String> parameters = new HashMap<>();
      for (int i = 0; i < segments.size(); i++) {
        String expected = template.get(i);
        if (expected.startsWith("{")) {
          parameters.put(expected.substring(1, expected.length() - 1), segments.get(i));
        } else if (!expected.equals(segments.get(i))) {
          return Optional.empty();
        }
      }
      return Optional.of(parameters);
    }
  }
}
