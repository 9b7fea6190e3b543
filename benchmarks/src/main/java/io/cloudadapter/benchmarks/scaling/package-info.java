/** What a scaling decision costs. */
@NullMarked
package io.cloudadapter.benchmarks.scaling;

import org.jspecify.annotations.NullMarked;
