package io.cloudadapter.core.store;

import java.util.Optional;

/**
 * What a transaction did to one key.
 *
 * @param key the key
 * @param value its new value, empty if it was deleted
 */
public record StoreChange(String key, Optional<StoreEntry> value) {}
