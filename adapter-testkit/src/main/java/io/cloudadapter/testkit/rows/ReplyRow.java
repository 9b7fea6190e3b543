package io.cloudadapter.testkit.rows;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.testkit.wire.ProxyReply;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One machine's row in a reply of the cloud, found by the machine's id, in JSON or in XML. */
interface ReplyRow {

  /** The reply as text, with the row as it is by now. */
  String text();

  /** The fields of the row, each as the names that lead to it. */
  List<List<String>> fields();

  /** All that a field holds, as text. */
  String held(List<String> field);

  /** Spoils a field. Returns whether there is such a field, and whether it can be spoilt in this way. */
  boolean spoil(List<String> field, RowFault fault);

  /** Shows the whole row twice. Returns whether it is one of several. */
  boolean repeat();

  /** Finds the row of a machine. */
  static Optional<ReplyRow> in(ProxyReply reply, MachineId machine) {
    String text = reply.text();
    if (place(text, machine) < 0) {
      return Optional.empty();
    }
    String start = text.stripLeading();
    if (start.startsWith("{") || start.startsWith("[")) {
      return JsonRow.in(text, machine);
    }
    return start.startsWith("<") ? XmlRow.in(text, machine) : Optional.empty();
  }

  /** Where a text names a machine; -1 if it does not. */
  static int place(String text, MachineId machine) {
    Matcher found = Pattern.compile("(?<![\\w-])" + Pattern.quote(machine.value()) + "(?![\\w-])")
        .matcher(text);
    return found.find() ? found.start() : -1;
  }
}
