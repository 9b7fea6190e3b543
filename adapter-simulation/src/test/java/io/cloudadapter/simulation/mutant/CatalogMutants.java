package io.cloudadapter.simulation.mutant;

import java.util.List;
import java.util.Set;

/** Defects that the catalog of pools and the deletion of pools could have. Only a story of callers can find them. */
public final class CatalogMutants {
  private static final String CATALOG = "catalog/PoolCatalog.java";
  private static final String DELETION = "keeper/PoolDeletion.java";

  private CatalogMutants() {}

  public static List<CoreMutant> all() {
    return List.of(
        new CoreMutant(
            "a pool that is there is created again",
            CATALOG,
            "Transaction.builder().require(headKey(pool), 0); record.ifPresent(first ->"
                + " change.require(recordKey(pool), 0).put(",
            "Transaction.builder(); record.ifPresent(first -> change.put(",
            Set.of("twice"),
            1),
        new CoreMutant(
            "a change against an earlier version is accepted",
            CATALOG,
            "requireVersion(pool, before, expected); long version",
            "long version",
            Set.of("stale"),
            1),
        new CoreMutant(
            "one version fewer is kept",
            CATALOG,
            "version - KEPT + 1",
            "version - KEPT + 2",
            Set.of("versions"),
            7),
        new CoreMutant(
            "a change is recorded as the version before it",
            CATALOG,
            ".put(versionKey(pool, head.version()), RecordCodec.write(stored))",
            ".put(versionKey(pool, Math.max(1, head.version() - 1)), RecordCodec.write(stored))",
            Set.of("versions"),
            1),
        new CoreMutant(
            "the record of a pool is removed before its other records",
            CATALOG,
            "if (!key.equals(recordKey(pool)) && !key.equals(prefix + \"leader\")) {",
            "if (!key.equals(prefix + \"leader\")) {",
            Set.of("back"),
            27),
        new CoreMutant(
            "an erasure leaves the versions",
            CATALOG,
            "store.range(ROOT + pool + VERSIONS).entries().forEach(entry -> keys.add(entry.key()));",
            "",
            Set.of("erased"),
            1),
        new CoreMutant(
            "a deletion ends while machines run",
            DELETION,
            "if (!ledger.machines().isEmpty() || !ledger.unresolved().isEmpty()) {",
            "if (!ledger.unresolved().isEmpty()) {",
            Set.of("leaked"),
            1),
        new CoreMutant(
            "a refused deletion goes on",
            DELETION,
            "\" terminate or release.\");",
            "\" terminate or release.\");"
                + " ledger.put(pool.edit(edit -> edit.state(OperatingState.DELETING)));",
            Set.of("lost"),
            1),
        new CoreMutant(
            "a deletion is forgotten at a restart",
            DELETION,
            "this.begun = step.wall();",
            "this.begun = step.wall(); if (ledger.pool().state() == OperatingState.DELETING) {"
                + " ledger.put(ledger.pool().edit(edit -> edit.state(OperatingState.RUNNING))); }",
            Set.of("forgotten"),
            10));
  }
}
