/** Publishes pools over the cloud adapter REST API. */
@NullMarked
package io.cloudadapter.server;

import org.jspecify.annotations.NullMarked;
