/**
 * Verifies bearer tokens by the keys that their issuers publish.
 *
 * <pre>
 *   OidcVerifier ──► TokenCheck (form, algorithm, claims) ──► IssuerKeys (cache, rotation) ──► HttpKeySource
 * </pre>
 */
@NullMarked
package io.cloudadapter.oidc;

import org.jspecify.annotations.NullMarked;
