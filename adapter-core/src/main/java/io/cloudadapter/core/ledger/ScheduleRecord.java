package io.cloudadapter.core.ledger;

import java.time.Instant;

/**
 * How far a schedule has been followed.
 *
 * @param times its fields and its zone; what says something else is another schedule, and begins anew
 * @param through all times up to this one have been seen to
 */
public record ScheduleRecord(String times, Instant through) {}
