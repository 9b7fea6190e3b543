/**
 * Actions of types that are not built in: who runs them, and the marks that make a repeat harmless.
 */
@NullMarked
package io.cloudadapter.spi.action;

import org.jspecify.annotations.NullMarked;
