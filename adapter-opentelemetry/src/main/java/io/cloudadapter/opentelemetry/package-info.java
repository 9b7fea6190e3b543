/** The library's tracing on OpenTelemetry. */
@NullMarked
package io.cloudadapter.opentelemetry;

import org.jspecify.annotations.NullMarked;
