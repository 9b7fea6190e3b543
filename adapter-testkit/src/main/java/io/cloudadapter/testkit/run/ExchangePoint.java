package io.cloudadapter.testkit.run;

import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.testkit.wire.WireFault;
import java.util.Set;

/**
 * One exchange with the cloud in a clean run: a place where a fault can strike.
 *
 * @param number which, from 1
 * @param call in which call of the adapter, from 1; 0 if in none
 * @param verb what kind of request it was
 * @param faults what can strike it
 * @param expired whether it was refused because the credentials had expired, so that it may be repeated
 * @param repeats how many reads of the run before this one asked the same, apart from ids; 0 for a write
 * @param replyBytes how long its reply was on the wire; 0 without a wire
 * @param place where it went: service, method and path, without ids and query; empty without a wire
 * @param request a number for what it asks: two exchanges of a run have the same if they asked the same word for word,
 *     headers apart; 0 without a wire
 */
public record ExchangePoint(
    int number,
    int call,
    RequestKind verb,
    Set<WireFault> faults,
    boolean expired,
    int repeats,
    int replyBytes,
    String place,
    int request) {}
