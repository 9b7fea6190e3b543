/**
 * The options of a server that a program sets on its builder: limits, roles, tokens, certificates and catalogs.
 *
 * <p>All are values. They depend on no other package of the server.
 */
@NullMarked
package io.cloudadapter.server.options;

import org.jspecify.annotations.NullMarked;
