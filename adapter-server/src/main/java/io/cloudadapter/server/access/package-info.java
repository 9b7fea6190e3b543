/**
 * Decides which pools a caller sees, and how it may change them. Each API reaches pools through {@link
 * io.cloudadapter.server.access.CallerPools}, so that the decision is made in one place.
 */
@NullMarked
package io.cloudadapter.server.access;

import org.jspecify.annotations.NullMarked;
