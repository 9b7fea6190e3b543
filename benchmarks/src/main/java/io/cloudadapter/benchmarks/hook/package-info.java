/** How fast pauses are answered durably. */
@NullMarked
package io.cloudadapter.benchmarks.hook;

import org.jspecify.annotations.NullMarked;
