/**
 * What clients of Kubernetes understand.
 *
 * <pre>
 *   KubeStatus   the v1 Status: an outcome, and every error of ours as such
 * </pre>
 */
@NullMarked
package io.cloudadapter.server.kube;

import org.jspecify.annotations.NullMarked;
