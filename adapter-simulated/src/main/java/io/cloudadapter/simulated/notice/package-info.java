/** What the simulated cloud reports to pools: reclaims of spot machines, and machines that wait for a hook. */
@NullMarked
package io.cloudadapter.simulated.notice;

import org.jspecify.annotations.NullMarked;
