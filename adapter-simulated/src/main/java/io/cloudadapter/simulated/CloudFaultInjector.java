package io.cloudadapter.simulated;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.simulated.CloudFault.Family;
import io.cloudadapter.spi.RequestKind;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What goes wrong in a simulated cloud: ordered for the next exchanges, drawn by the cloud's seed, or
 * lasting until it is mended; and how often each fault bit.
 *
 * <p>An exchange is one request and its answer: a launch, a terminate, a change of marks or labels, a
 * look at the identity, a preparation, a page of a list. A call of the provider is one exchange, except
 * that a list has one for each page. May be used by any thread. Nothing of this is kept in the cloud's
 * file.
 */
public final class CloudFaultInjector {
  private final CloudStateGuard host;

  CloudFaultInjector(CloudStateGuard host) {
    this.host = host;
  }

  /**
   * Has faults strike the next exchange of a verb, all of them together. Orders for one verb are served
   * in the order in which they were given, one per exchange; faults of lists wait for a page.
   *
   * @param verb of which exchange
   * @param kinds which faults; at most one of those that strike on the wire
   * @return this
   * @throws IllegalArgumentException if a fault cannot strike the verb, or two cannot strike together
   */
  public CloudFaultInjector next(RequestKind verb, CloudFault... kinds) {
    return nextCalls(1, verb, kinds);
  }

  /**
   * Has faults strike each of the next exchanges of a verb.
   *
   * @param calls how many exchanges, 1 or more
   * @param verb of which exchanges
   * @param kinds which faults; at most one of those that strike on the wire
   * @return this
   * @throws IllegalArgumentException if a fault cannot strike the verb, or two cannot strike together
   */
  public CloudFaultInjector nextCalls(int calls, RequestKind verb, CloudFault... kinds) {
    if (calls < 1 || kinds.length == 0) {
      throw new IllegalArgumentException(
          "must order 1 or more faults for 1 or more exchanges, was: " + kinds.length + " for "
              + calls);
    }
    Set<CloudFault> set = EnumSet.copyOf(Arrays.asList(kinds));
    set.forEach(kind -> fits(verb, kind));
    if (set.stream().filter(kind -> kind.family() == Family.WIRE).count() > 1) {
      throw new IllegalArgumentException("only one of these can strike one exchange: " + set);
    }
    return change(trouble -> trouble.next(verb, set, calls));
  }

  /**
   * Has a fault strike exchanges of a verb by chance.
   *
   * @param verb of which exchanges
   * @param kind which fault
   * @param probability 0 to 1 for each exchange; 0 ends it
   * @return this
   * @throws IllegalArgumentException if the fault cannot strike the verb, or the probability is not
   *     from 0 to 1
   */
  public CloudFaultInjector rate(RequestKind verb, CloudFault kind, double probability) {
    fits(verb, kind);
    if (!(probability >= 0 && probability <= 1)) {
      throw new IllegalArgumentException("probability must be 0 to 1, was " + probability);
    }
    return change(trouble -> trouble.rate(verb, kind, probability));
  }

  /**
   * Has something befall machines by chance as time passes.
   *
   * @param kind MACHINE_DIES, MACHINE_STOPS or MACHINE_CHANGES_HANDS, for each machine that is
   *     requested, pending or running; or MACHINE_APPEARS, for the whole cloud
   * @param rate how often in an hour, 0 or more; 0 ends it
   * @return this
   * @throws IllegalArgumentException if the fault strikes exchanges, or the rate is not a number of 0
   *     or more
   */
  public CloudFaultInjector perHour(CloudFault kind, double rate) {
    if (kind.family() != Family.LIFE) {
      throw new IllegalArgumentException(kind + " strikes exchanges; use next or rate");
    }
    if (!(rate >= 0) || Double.isInfinite(rate)) {
      throw new IllegalArgumentException("rate must be 0 or more, was " + rate);
    }
    return change(trouble -> trouble.perHour(kind, rate));
  }

  /**
   * Takes a zone down or up again. While it is down, lists have a gap there and launches into it get
   * CAPACITY; its machines live on.
   *
   * @param zone which
   * @param down whether it is down
   * @return this
   */
  public CloudFaultInjector zoneDown(String zone, boolean down) {
    return change(trouble -> {
      if (down) {
        trouble.zonesDown.add(zone);
      } else {
        trouble.zonesDown.remove(zone);
      }
    });
  }

  /**
   * Lets the credentials expire or renews them. Until then each exchange gets UNAUTHENTICATED.
   *
   * @param expired whether they have expired
   * @return this
   */
  public CloudFaultInjector credentialsExpired(boolean expired) {
    return change(trouble -> trouble.credentialsExpired = expired);
  }

  /**
   * Guards a machine against its end, or no longer: while it is, its end gets BUSY.
   *
   * @param machine which
   * @param guarded whether it is
   * @return this
   */
  public CloudFaultInjector guarded(MachineId machine, boolean guarded) {
    return change(trouble -> {
      if (guarded) {
        trouble.guarded.add(machine);
      } else {
        trouble.guarded.remove(machine);
      }
    });
  }

  /**
   * Takes a permission away or gives it back.
   *
   * @param verb what is not allowed
   * @param denied whether it is denied
   * @return this
   */
  public CloudFaultInjector denied(RequestKind verb, boolean denied) {
    return change(trouble -> trouble.deny(verb, denied));
  }

  /**
   * Has the credentials reach another account: its identity differs, its lists are complete and empty,
   * launches are DENIED, and no machine of ours is found in it.
   *
   * @param wrong whether they do
   * @return this
   */
  public CloudFaultInjector wrongAccount(boolean wrong) {
    return change(trouble -> trouble.wrongAccount = wrong);
  }

  /**
   * Has the cloud forget every launch operation that has ended, as clouds do some days later.
   *
   * @param forgotten whether it does
   * @return this
   */
  public CloudFaultInjector operationsForgotten(boolean forgotten) {
    return change(trouble -> trouble.operationsForgotten = forgotten);
  }

  /**
   * Ends all trouble: orders, chances and lasting conditions. The counts stay, and so does what has
   * happened, requests under way and stuck machines included.
   *
   * @return this
   */
  public CloudFaultInjector heal() {
    return change(FaultQueue::heal);
  }

  /**
   * How often each fault bit, that is, made a difference.
   *
   * @return a copy; faults that never bit are missing
   */
  public Map<CloudFault, Long> strikes() {
    return host.strikes();
  }

  /**
   * How often one fault bit.
   *
   * @param kind which
   * @return 0 or more
   */
  public long strikes(CloudFault kind) {
    return strikes().getOrDefault(kind, 0L);
  }

  private static void fits(RequestKind verb, CloudFault kind) {
    if (!kind.verbs().contains(verb)) {
      throw new IllegalArgumentException(kind + " cannot strike " + verb
          + (kind.verbs().isEmpty() ? "; use perHour" : ", only " + kind.verbs()));
    }
  }

  private CloudFaultInjector change(Consumer<FaultQueue> what) {
    host.trouble(what);
    return this;
  }
}
