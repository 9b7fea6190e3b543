/**
 * The launch templates of a pool and its refreshes: which machines have an earlier template, and their replacement a
 * few at a time.
 */
@NullMarked
package io.cloudadapter.core.keeper.refresh;

import org.jspecify.annotations.NullMarked;
