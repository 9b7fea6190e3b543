/**
 * Runs one trial: a bench with a new cloud, the adapter under observation, the fault plan, and the checks afterwards.
 */
@NullMarked
package io.cloudadapter.testkit.run;

import org.jspecify.annotations.NullMarked;
