package io.cloudadapter.server.senlin;

import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.RequestHead;
import io.cloudadapter.server.http.SafeText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The parameters of a list: filters by fields, the sort order, and the page. */
final class ListParameters {
  private final QueryParameters query;
  private final Set<String> filters;
  private final Set<String> sorts;

  private ListParameters(QueryParameters query, Set<String> filters, Set<String> sorts) {
    this.query = query;
    this.filters = filters;
    this.sorts = sorts;
  }

  /**
   * Reads what is asked for.
   *
   * @param head the request
   * @param filters the fields that rows may be filtered by
   * @param sorts the fields that rows may be sorted by
   * @throws HttpError 400 if anything else is asked for
   */
  static ListParameters of(RequestHead head, Set<String> filters, Set<String> sorts) {
    Set<String> known = new HashSet<>(filters);
    known.addAll(Set.of("limit", "marker", "sort", "global_project"));
    return over(QueryParameters.of(head, known), filters, sorts);
  }

  /** Reads the same from a query with further parameters. */
  static ListParameters over(QueryParameters query, Set<String> filters, Set<String> sorts) {
    ListParameters listing = new ListParameters(query, filters, sorts);
    listing.query.flag("global_project"); // There is one project: all of it is seen either way.
    listing.orders();
    listing.query.number("limit");
    return listing;
  }

  /** The rows that are asked for, of all. */
  List<ResourceRow> of(List<ResourceRow> all) {
    List<ResourceRow> rows = new ArrayList<>();
    for (ResourceRow row : all) {
      if (matches(row)) {
        rows.add(row);
      }
    }
    for (Comparator<ResourceRow> order : orders()) {
      rows.sort(order);
    }
    int from = query
        .one("marker")
        .filter(marker -> !marker.isEmpty())
        .map(marker -> after(rows, marker))
        .orElse(0);
    int limit = query.number("limit").orElse(0);
    int to = limit == 0 ? rows.size() : Math.min(rows.size(), from + limit);
    return rows.subList(from, to);
  }

  private boolean matches(ResourceRow row) {
    for (String field : filters) {
      List<String> wanted = query.all(field);
      if (!wanted.isEmpty() && wanted.stream().noneMatch(row.text(field)::equalsIgnoreCase)) {
        return false;
      }
    }
    return true;
  }

  private static int after(List<ResourceRow> rows, String marker) {
    for (int i = 0; i < rows.size(); i++) {
      if (rows.get(i).id().equals(marker)) {
        return i + 1;
      }
    }
    throw HttpError.badRequest(
        "The marker '" + SafeText.bare(marker) + "' could not be found.", "");
  }

  /** Least key first: each sort is stable, so what is alike stays as the one before left it. */
  private List<Comparator<ResourceRow>> orders() {
    List<Comparator<ResourceRow>> orders = new ArrayList<>();
    for (String key : query
        .one("sort")
        .filter(sort -> !sort.isEmpty())
        .map(s -> s.split(",", -1))
        .orElse(new String[0])) {
      String[] parts = key.strip().split(":", 2);
      String field = parts[0];
      if (!sorts.contains(field)) {
        throw HttpError.badRequest(
            "Unsupported sort key '" + SafeText.bare(field) + "' for 'sort'.",
            "known are " + String.join(", ", sorts.stream().sorted().toList()));
      }
      String direction = parts.length == 1 ? "asc" : parts[1];
      if (!Set.of("asc", "desc").contains(direction)) {
        throw HttpError.badRequest(
            "Unsupported sort dir '" + SafeText.bare(direction) + "' for 'sort'.", "");
      }
      Comparator<ResourceRow> by = Comparator.comparing(row -> row.text(field));
      orders.add(0, direction.equals("asc") ? by : by.reversed());
    }
    return orders;
  }
}
