/** Quotas that the pools of one tenant share. */
@NullMarked
package io.cloudadapter.api.tenant;

import org.jspecify.annotations.NullMarked;
