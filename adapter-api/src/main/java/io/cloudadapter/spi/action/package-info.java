/**
 * Custom types of actions: who runs them, and the marks that make a repetition harmless.
 */
@NullMarked
package io.cloudadapter.spi.action;

import org.jspecify.annotations.NullMarked;
