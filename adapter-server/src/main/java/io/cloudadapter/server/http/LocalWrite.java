package io.cloudadapter.server.http;

import io.cloudadapter.server.options.AuditOutcome;
import java.util.Map;
import java.util.Objects;

/**
 * A write that no HTTP request asks for, for the audit log: a command on this machine changes the ledger, the server
 * itself changes it, or a caller of another protocol.
 *
 * @param id its id, as unique as that of a request
 * @param principal the actor, such as {@code os:ann} or {@code server}
 * @param source the address that it comes from, or {@code local}
 * @param verb the name of the write, such as the name of the command
 * @param names what it is about, by the name of the field
 * @param outcome its outcome
 */
public record LocalWrite(
    String id,
    String principal,
    String source,
    String verb,
    Map<String, String> names,
    AuditOutcome outcome) {

  /** Copies the names. */
  public LocalWrite {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(principal, "principal");
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(verb, "verb");
    names = Map.copyOf(names);
    Objects.requireNonNull(outcome, "outcome");
  }

  /**
   * A write of this machine.
   *
   * @param id its id, as unique as that of a request
   * @param principal the actor, such as {@code os:ann} or {@code server}
   * @param verb the name of the write, such as the name of the command
   * @param names what it is about, by the name of the field
   * @param outcome its outcome
   */
  public LocalWrite(
      String id, String principal, String verb, Map<String, String> names, AuditOutcome outcome) {
    this(id, principal, "local", verb, names, outcome);
  }
}
