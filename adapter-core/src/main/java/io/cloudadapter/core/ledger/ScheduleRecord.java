package io.cloudadapter.core.ledger;

import java.time.Instant;

/**
 * How far a schedule has been applied.
 *
 * @param times its fields and its zone; if they change, it counts as another schedule and starts anew
 * @param through all times up to this one have been seen to
 */
public record ScheduleRecord(String times, Instant through) {}
