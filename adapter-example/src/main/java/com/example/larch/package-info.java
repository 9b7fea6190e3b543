/**
 * The adapter for Larch, a made-up cloud, as {@code docs/write-an-adapter.md} builds it.
 *
 * <pre>
 *   LarchProviderFactory ──► LarchProvider ──┬─► LarchOrder  what to launch, frozen ──► LarchCatalog
 *      config, template         profile      ├─► LarchLists  pages and look-ups ──► LarchRows
 *                                            ├─► LarchTags   adoption and labels
 *                                            └─► LarchApi    requests with a token ──► LarchToken
 *                                                   │
 *                                                   ├──► LarchErrors  what a refusal means
 *                                                   └──► LarchWire    one HTTP exchange and its end ──► SentOnce
 * </pre>
 */
@NullMarked
package com.example.larch;

import org.jspecify.annotations.NullMarked;
