/**
 * The interface by which a module verifies tokens that issuers of OpenID Connect have signed.
 */
@NullMarked
package io.cloudadapter.server.identity;

import org.jspecify.annotations.NullMarked;
