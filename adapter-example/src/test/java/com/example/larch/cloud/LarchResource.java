package com.example.larch.cloud;

import java.util.Map;

/**
 * Something that exists and costs money.
 *
 * @param kind {@code machine} or {@code disk}
 * @param id its id; a disk's is {@code disk-of-} and the machine's
 * @param state the machine's true state; of a disk, {@code ATTACHED} or {@code LEFT}
 * @param tags the machine's true tags
 */
public record LarchResource(String kind, String id, String state, Map<String, String> tags) {}
