/**
 * Machines as nodes of Kubernetes. {@link io.cloudadapter.kubernetes.NodeChannel} keeps the messages of hooks as
 * Secrets of the cluster, {@link io.cloudadapter.kubernetes.NodeHooks} acts on them: {@code NodeDrain} empties a node
 * before its machine ends, {@code NodeJoin} waits until a new machine's node is ready. {@code ApiServer} sends the
 * requests, {@code ListWatch} follows a list.
 */
@NullMarked
package io.cloudadapter.kubernetes;

import org.jspecify.annotations.NullMarked;
