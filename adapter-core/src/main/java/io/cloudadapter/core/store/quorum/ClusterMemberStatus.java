package io.cloudadapter.core.store.quorum;

/**
 * One of the servers that keep a store together.
 *
 * @param server where it is, host:port
 * @param says the server's description of itself: its kind, version, size, and whether it leads the cluster
 * @param trouble what is wrong with it, and what to do; empty if nothing is
 */
public record ClusterMemberStatus(String server, String says, String trouble) {}
