/**
 * What a program catches when the ledger cannot be opened, read or written.
 *
 * <p>{@link io.cloudadapter.core.exception.StoreException} is the parent of most of them.
 */
@NullMarked
package io.cloudadapter.core.exception;

import org.jspecify.annotations.NullMarked;
