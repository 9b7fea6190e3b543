/**
 * Who may connect, and who asks.
 *
 * <pre>
 *   SelfSigned ─┐
 *   PemFiles   ─┴─► ServerIdentity (key, chain) ──► TLS
 *   TokenBook, CertificateBook ──► Credentials ──► Caller (name, role)
 * </pre>
 */
@NullMarked
package io.cloudadapter.server.security;

import org.jspecify.annotations.NullMarked;
