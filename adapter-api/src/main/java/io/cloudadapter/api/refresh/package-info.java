/** The refresh of a pool: a rolling replacement of machines that were made from an earlier launch template. */
@NullMarked
package io.cloudadapter.api.refresh;

import org.jspecify.annotations.NullMarked;
