package io.cloudadapter.core.keeper;

import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.protocol.Event;

/** Hands each event to the part of the keeper that takes it in. */
final class EventDispatcher {
  private final KeeperParts parts;
  private final Ledger ledger;

  EventDispatcher(KeeperParts parts, Ledger ledger) {
    this.parts = parts;
    this.ledger = ledger;
  }

  void dispatch(Event event) {
    if (event instanceof Event.Asked asked) {
      if (asked.command().decidesByNumbers()) {
        // What was accepted just now is to count: it becomes promises, or ends, first.
        parts.planner.plan();
        ledger.atom();
      }
      ledger.causes().begin(asked.caller().trace());
      parts.commands.onAsked(asked);
      ledger.causes().end();
    } else if (event instanceof Event.Identified identified) {
      parts.poller.onIdentified(identified);
    } else if (event instanceof Event.Listed listed) {
      parts.reconciler.onListed(listed, parts.tagger);
      parts.poller.onListed(listed);
    } else if (event instanceof Event.Described described) {
      parts.attacher.onDescribed(described);
      parts.missingMachines.onDescribed(described);
      parts.sweeper.lookup().onDescribed(described);
    } else if (event instanceof Event.ImageResolved resolved) {
      parts.poller.images().onResolved(resolved);
    } else if (event instanceof Event.Prepared prepared) {
      parts.sender.onPrepared(prepared);
      parts.poller.images().onPrepared(prepared);
    } else if (event instanceof Event.Launched launched) {
      parts.settlement.onLaunched(launched);
    } else if (event instanceof Event.Checked checked) {
      parts.operations.onChecked(checked);
    } else if (event instanceof Event.Completed completed) {
      parts.completer.onCompleted(completed);
    } else if (event instanceof Event.ResourcesListed listed) {
      parts.sweeper.onListed(listed);
    } else if (event instanceof Event.Released released) {
      parts.sweeper.onReleased(released);
    } else if (event instanceof Event.Terminated terminated) {
      parts.terminator.onTerminated(terminated);
    } else if (event instanceof Event.Marked marked) {
      if (parts.attacher.isAttaching(marked.machine())) {
        parts.attacher.onMarked(marked);
      } else {
        parts.tagger.onMarked(marked);
      }
    } else if (event instanceof Event.Told told) {
      parts.hooks.onTold(told);
    } else if (event instanceof Event.Acted acted) {
      parts.actions.onActed(acted);
    } else if (event instanceof Event.Powered powered) {
      parts.warm.onPowered(powered);
    } else if (event instanceof Event.Probed probed) {
      parts.actions.onProbed(probed);
    } else if (event instanceof Event.Unmarked unmarked) {
      parts.tagger.onUnmarked(unmarked);
    } else if (event instanceof Event.LookedBehind looked) {
      parts.registrar.onLookedBehind(looked);
    } else if (event instanceof Event.HealthRead read) {
      parts.healthReaders.onRead(read);
    } else if (event instanceof Event.Registered registered) {
      parts.registrar.onRegistered(registered);
    } else if (!(event instanceof Event.Tick)) {
      // A tick has nothing to take in: time has passed, and all that follows from it is done below.
      throw new IllegalStateException(
          "no part of the keeper takes " + event.getClass().getName());
    }
  }
}
