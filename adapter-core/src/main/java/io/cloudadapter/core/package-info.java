/** Keeps a pool at its size. */
@NullMarked
package io.cloudadapter.core;

import org.jspecify.annotations.NullMarked;
