/**
 * What a reader of a large pool costs the server.
 *
 * <p>{@code java -jar benchmarks/target/benchmarks.jar GetPool} prints the times; the ratios that
 * matter are {@code unchanged / sameBytesFromMemory} and {@code changed / oneSerialisation}, each at
 * most 3. Compare medians (p0.50): on a machine that does other things too, the mean is theirs.
 */
@NullMarked
package io.cloudadapter.benchmarks.server;

import org.jspecify.annotations.NullMarked;
