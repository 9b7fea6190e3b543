/** A pool that lives on another server. */
@NullMarked
package io.cloudadapter.client;

import org.jspecify.annotations.NullMarked;
