/**
 * The part of the library that decides: it keeps pools at their desired sizes in spite of failures of the cloud and
 * of the process.
 */
// The simulation comes later in the build than the core that it may look into.
@SuppressWarnings("module")
module io.cloudadapter.core {
  requires transitive io.cloudadapter.api;
  requires com.cronutils;
  requires com.fasterxml.jackson.databind;
  requires com.google.common;
  requires com.fasterxml.jackson.datatype.jsr310;
  requires org.slf4j;
  requires static org.jspecify;

  exports io.cloudadapter.core;
  exports io.cloudadapter.core.config;
  exports io.cloudadapter.core.exception;
  exports io.cloudadapter.core.store.quorum;
  exports io.cloudadapter.core.backup to
      io.cloudadapter.simulation;
  // The simulation runs the keeper itself, and judges what it writes.
  exports io.cloudadapter.core.catalog to
      io.cloudadapter.simulation;
  exports io.cloudadapter.core.history to
      io.cloudadapter.simulation;
  exports io.cloudadapter.core.keeper to
      io.cloudadapter.simulation;
  exports io.cloudadapter.core.ledger to
      io.cloudadapter.simulation;
  exports io.cloudadapter.core.protocol to
      io.cloudadapter.simulation;
  exports io.cloudadapter.core.quota to
      io.cloudadapter.simulation;
  exports io.cloudadapter.core.runtime to
      io.cloudadapter.simulation;
  exports io.cloudadapter.core.store to
      io.cloudadapter.simulation;
  exports io.cloudadapter.core.store.embedded to
      io.cloudadapter.cli,
      io.cloudadapter.simulation;
  exports io.cloudadapter.core.template to
      io.cloudadapter.simulation;
  exports io.cloudadapter.core.warm to
      io.cloudadapter.simulation;

  opens io.cloudadapter.core.backup to
      com.fasterxml.jackson.databind;
  opens io.cloudadapter.core.catalog to
      com.fasterxml.jackson.databind;
  opens io.cloudadapter.core.history to
      com.fasterxml.jackson.databind;
  opens io.cloudadapter.core.ledger to
      com.fasterxml.jackson.databind;
  opens io.cloudadapter.core.template to
      com.fasterxml.jackson.databind;
  opens io.cloudadapter.core.warm to
      com.fasterxml.jackson.databind;

  uses io.cloudadapter.core.store.quorum.ClusterKvFactory;
  uses io.cloudadapter.spi.action.ActionHandler;
  uses io.cloudadapter.spi.HookChannel;
  uses io.cloudadapter.spi.MachineProviderFactory;
}
