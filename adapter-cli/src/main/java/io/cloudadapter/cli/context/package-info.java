/**
 * The contexts of a user: servers with their credentials, each under a name, of which one is in use.
 */
@NullMarked
package io.cloudadapter.cli.context;

import org.jspecify.annotations.NullMarked;
