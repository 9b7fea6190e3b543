/**
 * Requests to AWS: credentials, regions, the SDK's clients, and what each error means.
 *
 * <p>Each request is sent once; nothing here repeats a write.
 */
@NullMarked
package io.cloudadapter.aws.client;

import org.jspecify.annotations.NullMarked;
