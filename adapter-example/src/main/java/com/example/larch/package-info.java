/**
 * The adapter for Larch, a made-up cloud, as {@code docs/write-an-adapter.md} builds it.
 *
 * <pre>
 *   LarchProviderFactory ──► LarchProvider ──┬─► LarchOrder  what to launch, frozen
 *                                            ├─► LarchLists  pages and look-ups ──► LarchRows
 *                                            ├─► LarchTags   adoption, labels
 *                                            └─► LarchApi    tokens, statuses ──► LarchErrors
 *                                                   │
 *                                                LarchWire   one HTTP exchange, its deadline and its end
 * </pre>
 */
@NullMarked
package com.example.larch;

import org.jspecify.annotations.NullMarked;
