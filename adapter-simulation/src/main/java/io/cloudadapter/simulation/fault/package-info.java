/**
 * Which faults strike, where and how often, decided by a seed.
 */
@NullMarked
package io.cloudadapter.simulation.fault;

import org.jspecify.annotations.NullMarked;
