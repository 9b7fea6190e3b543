package com.example.larch.cloud;

/**
 * A request that reached the cloud.
 *
 * @param method its method
 * @param path its path and query
 * @param status how it was answered
 */
public record RecordedRequest(String method, String path, int status) {}
