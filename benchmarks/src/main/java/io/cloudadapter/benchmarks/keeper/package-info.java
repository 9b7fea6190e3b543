/** Benchmarks of the keeper: plans, timers, and the heap of large pools. */
@NullMarked
package io.cloudadapter.benchmarks.keeper;

import org.jspecify.annotations.NullMarked;
