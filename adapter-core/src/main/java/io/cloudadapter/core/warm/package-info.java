/** What a pool records of its warm machines. Facts only; {@code core.keeper.warm} decides about them. */
@NullMarked
package io.cloudadapter.core.warm;

import org.jspecify.annotations.NullMarked;
