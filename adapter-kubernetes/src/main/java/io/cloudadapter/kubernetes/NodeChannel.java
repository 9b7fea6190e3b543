package io.cloudadapter.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudadapter.api.hook.HookMessage;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.kubernetes.ClusterAccess.UnusableAccessException;
import io.cloudadapter.spi.BootstrapSource;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.spi.config.ConfigSpec;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * The hook channel {@value #NAME}: keeps each message as a Secret in the cluster of the machine's node, where {@link
 * NodeHooks} finds it, after a restart and on another replica too. The name of the Secret follows from the token, so a
 * message that is sent again stays one Secret.
 *
 * <p>Safe for use by several threads. Found by {@link java.util.ServiceLoader}.
 */
public final class NodeChannel implements HookChannel {
  /** The name by which targets select this channel. */
  public static final String NAME = "kubernetes";

  private final ApiServers servers;
  private final JoinTokens tokens;

  /** A channel that knows the service account of this pod, if the process is one. */
  public NodeChannel() {
    this(new ApiServers(ServiceAccountFiles.ofThisPod()), new SecureRandom());
  }

  NodeChannel(ApiServers servers, RandomGenerator random) {
    this.servers = servers;
    this.tokens = new JoinTokens(servers, random);
  }

  @Override
  public String channel() {
    return NAME;
  }

  @Override
  public Optional<ConfigSpec> targetKeys() {
    return Optional.of(NodeTarget.KEYS);
  }

  @Override
  public void check(HookTarget target) {
    NodeTarget checked = NodeTarget.of(target);
    if (checked.kubeconfig().isPresent()) {
      try {
        ClusterTls.check(servers.access(ApiServers.Key.of(checked)));
      } catch (UnusableAccessException e) {
        throw new IllegalArgumentException("kubeconfig " + e.getMessage());
      }
    }
  }

  @Override
  public void checkHook(LifecycleHook hook) {
    check(hook.target());
    NodeTarget.checkFits(hook);
  }

  @Override
  public Optional<BootstrapSource> bootstrap() {
    return Optional.of(tokens);
  }

  @Override
  public void send(HookMessage message, HookTarget target, CallContext call) {
    NodeTarget checked = NodeTarget.of(target);
    ApiServer server = servers.of(ApiServers.Key.of(checked));
    ObjectNode secret = NodeMessage.secret(message);
    String path = "/api/v1/namespaces/" + checked.namespace() + "/secrets";
    ApiServer.Reply reply = server.write("POST", path, secret, Set.of("Secret"), call);
    if (ReplyKind.isError(reply, "AlreadyExists")) {
      return; // An earlier attempt has arrived.
    }
    if (!reply.isDone()) {
      throw server.refused("POST " + path, reply);
    }
    String name = NodeMessage.name(message.token());
    if (!reply.json().path("metadata").path("name").asText("").equals(name)) {
      throw server.unexpected("POST " + path, reply, "the Secret that was sent, by its name");
    }
  }

  @Override
  public void close() {
    servers.close();
  }
}
