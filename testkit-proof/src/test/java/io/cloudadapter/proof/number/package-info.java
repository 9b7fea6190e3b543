/** A cloud whose ids are numbers that it gives again, with right and broken adapters for it. */
@NullMarked
package io.cloudadapter.proof.number;

import org.jspecify.annotations.NullMarked;
