/** Benchmarks of the keeper, in its own package so that they reach what only it may use. */
@NullMarked
package io.cloudadapter.core.keeper;

import org.jspecify.annotations.NullMarked;
