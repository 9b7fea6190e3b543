/** Several calls or runs at once, and calls in the background, for trials of adapters that many threads use. */
@NullMarked
package io.cloudadapter.testkit.concurrent;

import org.jspecify.annotations.NullMarked;
