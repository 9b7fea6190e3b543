/** The interface to distributed tracing. Programs without it load nothing of it. */
@NullMarked
package io.cloudadapter.spi.trace;

import org.jspecify.annotations.NullMarked;
