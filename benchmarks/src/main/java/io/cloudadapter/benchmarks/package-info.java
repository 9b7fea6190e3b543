/** How fast and how small, as ratios to a baseline in the same run. */
@NullMarked
package io.cloudadapter.benchmarks;

import org.jspecify.annotations.NullMarked;
