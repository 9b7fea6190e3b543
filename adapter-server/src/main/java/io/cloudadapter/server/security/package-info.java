/**
 * Who may connect, and who asks.
 *
 * <pre>
 *   SelfSignedCertificate ─┐
 *   PemReader             ─┴─► ServerIdentity (key, chain) ──► TLS
 *   TokenRegistry, CertificateRegistry ──► CredentialAuthenticator ──► Caller (name, role)
 * </pre>
 */
@NullMarked
package io.cloudadapter.server.security;

import org.jspecify.annotations.NullMarked;
