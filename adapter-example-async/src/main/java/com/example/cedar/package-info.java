/**
 * The adapter for Cedar, a made-up cloud that launches by operations. It shows what such an adapter has beside that of
 * Larch: {@code CedarOperations}.
 *
 * <pre>
 *   CedarProviderFactory ──► CedarProvider ──┬─► CedarLaunchRequest  the prepared request ──► CedarCatalog
 *      config                   profile      ├─► CedarOperations     progress of launches ──► CedarRows
 *                                            ├─► CedarLists          pages and look-ups ──► CedarRows
 *                                            └─► CedarApi            requests with the token
 *                                                   │
 *                                                   ├──► CedarErrors    the meaning of a refusal
 *                                                   └──► HttpTransport  one HTTP exchange
 * </pre>
 */
@NullMarked
package com.example.cedar;

import org.jspecify.annotations.NullMarked;
