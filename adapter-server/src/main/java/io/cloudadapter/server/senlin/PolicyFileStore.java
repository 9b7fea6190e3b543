package io.cloudadapter.server.senlin;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.spi.DurableFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The policies that were made over HTTP, and the clusters that they are attached to, in one file: each change
 * replaces the file, and is durable before it is acknowledged. Safe for use by any number of threads of one process;
 * another process must not use the file.
 */
final class PolicyFileStore {
  private static final Logger LOG = LoggerFactory.getLogger(PolicyFileStore.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MOST = 1000;

  private final ReentrantLock lock = new ReentrantLock();
  private final Optional<Path> file;
  private Contents contents;

  /**
   * A shelf.
   *
   * @param file where it is kept, made when it is needed; without it nothing can be put on the shelf
   * @throws IllegalArgumentException if the file is there and cannot be used
   */
  PolicyFileStore(Optional<Path> file) {
    this.file = file;
    this.contents = file.filter(Files::exists).map(PolicyFileStore::read).orElse(Contents.NONE);
  }

  /**
   * A policy.
   *
   * @param id its id
   * @param name its name, which others may have, too
   * @param spec its specification, as it was given
   * @param createdAt when, as Senlin writes times
   */
  record Kept(String id, String name, Map<String, @Nullable Object> spec, String createdAt) {
    ParsedPolicy policy() {
      return ParsedPolicy.of(spec);
    }
  }

  /**
   * The attachment of a policy to a cluster.
   *
   * @param cluster the pool's name
   * @param policy the policy's id
   * @param enabled whether it is asked
   * @param before what a detach of a health policy brings back into the pool's configuration, while it is enabled
   * @param asker who has asked for a health policy, until the pool's configuration is known to have it
   */
  record Binding(
      String cluster,
      String policy,
      boolean enabled,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Map<String, Object> before,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String asker) {
    Binding(String cluster, String policy, boolean enabled) {
      this(cluster, policy, enabled, null, null);
    }

    /** The same, once the pool's configuration has its policy. */
    Binding settled() {
      return new Binding(cluster, policy, enabled, before, null);
    }
  }

  /** The contents of the file. */
  record Contents(int version, List<Kept> policies, List<Binding> bindings) {
    private static final Contents NONE = new Contents(1, List.of(), List.of());

    Contents {
      policies = List.copyOf(policies);
      bindings = List.copyOf(bindings);
    }

    Contents with(Kept policy) {
      List<Kept> more = new ArrayList<>(policies);
      more.removeIf(known -> known.id().equals(policy.id()));
      more.add(policy);
      return new Contents(version, more, bindings);
    }

    Contents without(Kept policy) {
      List<Kept> fewer = new ArrayList<>(policies);
      fewer.removeIf(known -> known.id().equals(policy.id()));
      return new Contents(version, fewer, bindings);
    }

    Contents with(Binding binding) {
      List<Binding> more = new ArrayList<>(without(binding).bindings);
      more.add(binding);
      return new Contents(version, policies, more);
    }

    /** The same, once the pool's configuration has the policy of a binding; nothing if that is gone. */
    Contents settling(String cluster, String policy) {
      return new Contents(
          version,
          policies,
          bindings.stream()
              .map(known -> known.cluster().equals(cluster) && known.policy().equals(policy)
                  ? known.settled()
                  : known)
              .toList());
    }

    Contents without(Binding binding) {
      List<Binding> fewer = new ArrayList<>(bindings);
      fewer.removeIf(known ->
          known.cluster().equals(binding.cluster()) && known.policy().equals(binding.policy()));
      return new Contents(version, policies, fewer);
    }
  }

  Contents contents() {
    lock.lock();
    try {
      return contents;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Changes the stored policies.
   *
   * @param change makes other contents of those at this moment, or throws what is answered
   * @throws HttpError 409 if the server has no file for it, or the file is full
   */
  void change(UnaryOperator<Contents> change) {
    lock.lock();
    try {
      Path path = file.orElseThrow(() -> HttpError.of(
          409,
          "This server has no file to keep policies in; policies are part of its configuration.",
          "nothing was changed"));
      Contents changed = change.apply(contents);
      if (changed.equals(contents)) {
        return;
      }
      if (changed.policies().size() > MOST) {
        throw HttpError.of(409, "There are " + MOST + " policies already; delete one first.", "");
      }
      try {
        DurableFile.write(
            path,
            JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(changed),
            DurableFile.Access.OWNER);
      } catch (IOException e) {
        LOG.error("the policies could not be written to {}: {}", path, e.toString());
        throw HttpError.of(
            500, "The policies could not be written to " + path + ": " + e, "nothing was changed");
      }
      contents = changed;
    } finally {
      lock.unlock();
    }
  }

  private static Contents read(Path path) {
    try {
      Contents read =
          JSON.readValue(Files.readString(path, StandardCharsets.UTF_8), Contents.class);
      read.policies().forEach(Kept::policy);
      if (read.version() != 1) {
        throw new IllegalArgumentException(
            "the policies in " + path + " are of version " + read.version() + ", known is 1");
      }
      return read;
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "the policies in " + path + " cannot be read: " + e.getOriginalMessage(), e);
    } catch (PoolException e) {
      throw new IllegalArgumentException(
          "the policies in " + path + " hold one that is none: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new IllegalArgumentException("the policies in " + path + " cannot be read", e);
    }
  }
}
