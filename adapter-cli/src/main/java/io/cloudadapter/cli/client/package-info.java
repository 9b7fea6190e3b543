/**
 * Commands that ask a running server about its pools and change them.
 */
@NullMarked
package io.cloudadapter.cli.client;

import org.jspecify.annotations.NullMarked;
