package io.cloudadapter.testkit.wire;

import java.util.List;
import java.util.Map;

/**
 * A request as read from the adapter.
 *
 * @param lasting whether the client would like to use the connection again
 */
@SuppressWarnings("ArrayRecordComponent") // bodies are bytes; no code compares these as a whole
record ProxyRequest(
    String method,
    String target,
    Map<String, List<String>> headers,
    byte[] body,
    boolean lasting) {}
