/** Samples: how large a pool was over the last hour, day and week, and how its launches and its cloud did. */
@NullMarked
package io.cloudadapter.api.sample;

import org.jspecify.annotations.NullMarked;
