package io.cloudadapter.server.reload;

import io.cloudadapter.api.reload.ReloadResult;
import java.util.Optional;

/** Records reloads of the configuration file that change pools or are refused. One thread at a time uses it. */
public interface ReloadAudit {

  /**
   * Records that a reload is about to change pools.
   *
   * @return why it must not, and then {@link #ended} does not follow; empty if it may
   */
  Optional<String> started();

  /**
   * Records what came of a reload: of one that has started, or of one that was refused before.
   *
   * @param result its result
   */
  void ended(ReloadResult result);
}
