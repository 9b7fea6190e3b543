/** A disk in memory that loses power, fills up and fails on request. */
@NullMarked
package io.cloudadapter.simulation.disk;

import org.jspecify.annotations.NullMarked;
