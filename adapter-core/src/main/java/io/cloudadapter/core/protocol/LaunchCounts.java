package io.cloudadapter.core.protocol;

/**
 * What the launches of a pool have come to since its keeper began.
 *
 * @param machines the machines that they have made
 * @param failures the launches that made none: the cloud refused them for good, or they were given up
 */
public record LaunchCounts(long machines, long failures) {}
