package io.cloudadapter.core.store;

import java.util.Optional;

/**
 * The change of one key in a transaction.
 *
 * @param key the key
 * @param value its new value, empty if it was deleted
 */
public record StoreChange(String key, Optional<StoreEntry> value) {}
