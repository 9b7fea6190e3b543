package io.cloudadapter.core.protocol;

import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.spi.config.ProviderConfig;

/**
 * What launches were made from by one version of a pool's configuration, so that a rollback can go back to it.
 *
 * @param version the number of the version
 * @param launch what machines were made of
 * @param template the adapter's own values, as its adapter's spec accepts them
 */
public record LaunchVersion(long version, LaunchConfig launch, ProviderConfig template) {}
