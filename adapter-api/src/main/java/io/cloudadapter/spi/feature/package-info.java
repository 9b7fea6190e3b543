/**
 * The optional features of a provider: what a cloud can do beyond launch, list and terminate.
 *
 * <p>{@link io.cloudadapter.spi.feature.ProviderFeatures} lists all of them.
 */
@NullMarked
package io.cloudadapter.spi.feature;

import org.jspecify.annotations.NullMarked;
