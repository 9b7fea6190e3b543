/**
 * The configuration of an adapter: declared keys, typed values, and every error at once.
 */
@NullMarked
package io.cloudadapter.spi.config;

import org.jspecify.annotations.NullMarked;
