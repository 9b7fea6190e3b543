/**
 * The first configuration of a server: asked for, checked and written.
 */
@NullMarked
package io.cloudadapter.cli.init;

import org.jspecify.annotations.NullMarked;
