package io.cloudadapter.openstack;

import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ErrorScope;
import io.cloudadapter.spi.LaunchFailure;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Nova's faults of servers that were accepted and then failed; see {@code docs/reference/openstack-errors.md}. */
final class FaultReasons {

  /**
   * A row of the table.
   *
   * @param says what the fault's message contains, in any case of letters
   * @param kind what it means
   * @param here true if another size or zone may do
   */
  record Row(String says, Kind kind, boolean here) {}

  /** The first that fits counts. */
  static final List<Row> TABLE = List.of(
      new Row("quota exceeded", Kind.QUOTA, false),
      new Row("over quota", Kind.QUOTA, false),
      new Row("maximum number of ports exceeded", Kind.QUOTA, false),
      new Row("no valid host", Kind.CAPACITY, true),
      new Row("exceeded maximum number of retries", Kind.CAPACITY, true),
      new Row("insufficient compute resources", Kind.CAPACITY, true),
      new Row("exhausted all hosts", Kind.CAPACITY, true),
      new Row("anti-affinity", Kind.CAPACITY, true),
      new Row("no more ip addresses", Kind.CAPACITY, false),
      new Row("no fixed ip addresses available", Kind.CAPACITY, false));

  private static final int LONGEST = 300;

  private FaultReasons() {}

  /**
   * Reads a fault.
   *
   * @param message Nova's, empty if it does not say
   * @param size of the server, as the pool calls it
   * @param zone where it was wanted, if anywhere
   */
  static LaunchFailure of(String message, Optional<String> size, Optional<String> zone) {
    String text = message.toLowerCase(Locale.ROOT);
    Optional<Row> row =
        TABLE.stream().filter(each -> text.contains(each.says())).findFirst();
    return new LaunchFailure(
        row.map(Row::kind).orElse(Kind.UNCLASSIFIED),
        row.map(each -> scope(each, size, zone)).orElse(ErrorScope.machine()),
        shown(message));
  }

  /**
   * The fault of a server that has run, and failed when a user moved, resized or rebuilt it: it is not a fault of its
   * launch.
   */
  static LaunchFailure ofOneThatRan(String message) {
    return new LaunchFailure(Kind.UNCLASSIFIED, ErrorScope.machine(), shown(message));
  }

  private static String shown(String message) {
    if (message.isEmpty()) {
      return "the server is in the state ERROR, and Nova gives no reason";
    }
    return message.length() > LONGEST ? message.substring(0, LONGEST) : message;
  }

  private static ErrorScope scope(Row row, Optional<String> size, Optional<String> zone) {
    if (row.kind() == Kind.QUOTA) {
      return ErrorScope.account();
    }
    if (!row.here()) {
      return ErrorScope.region();
    }
    return size.map(word -> ErrorScope.size(word, zone))
        .or(() -> zone.map(ErrorScope::zone))
        .orElse(ErrorScope.region());
  }
}
