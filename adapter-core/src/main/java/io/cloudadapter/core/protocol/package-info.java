/**
 * What goes into a keeper and what comes out of it: commands, events, effects and results.
 *
 * <pre>
 *   Command (in an Event) ──► Keeper ──► StepResult: records to write, Effects to run, answers to give
 * </pre>
 */
@NullMarked
package io.cloudadapter.core.protocol;

import org.jspecify.annotations.NullMarked;
