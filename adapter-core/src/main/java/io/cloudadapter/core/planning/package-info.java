/**
 * Pure size math: from the facts about a pool to what is to be launched and terminated.
 *
 * <p>Nothing here changes state. {@link io.cloudadapter.core.planning.Planner} decides how many;
 * {@link io.cloudadapter.core.planning.VictimSelector} decides which machines a pool terminates when it shrinks.
 */
@NullMarked
package io.cloudadapter.core.planning;

import org.jspecify.annotations.NullMarked;
