package io.cloudadapter.openstack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** What no interface of Nova's does: what stands in the database of its cell, changed behind its back. */
final class LoopbackDatabase {
  private final String socket;
  private boolean hidden;

  /** @param socket where the database listens */
  LoopbackDatabase(String socket) {
    this.socket = socket;
  }

  /** Has a server be in a state that no Nova knows. */
  void showUnknownState(String server) {
    tell("update nova_cell1.instances set vm_state = 'puzzled' where uuid = '" + server + "'");
  }

  /**
   * Has the cell answer for its servers as if its database were lost (2013): Nova then says which servers there are,
   * and nothing else. Of other errors it makes a 500 for the whole list.
   */
  void hide() {
    hidden = true;
    tell("""
        create or replace function nova_cell1.lost() returns int
          begin signal sqlstate 'HY000' set mysql_errno = 2013; return 0; end
        $$ rename table nova_cell1.instances to nova_cell1.hidden
        $$ create view nova_cell1.instances as select * from nova_cell1.hidden where nova_cell1.lost()
        $$""");
  }

  void heal() {
    if (hidden) {
      healAnyway();
    }
  }

  /** What was stopped in the midst may have left it hidden. */
  void healAnyway() {
    tell("""
        drop view if exists nova_cell1.instances
        $$ rename table if exists nova_cell1.hidden to nova_cell1.instances
        $$""");
    hidden = false;
  }

  private void tell(String statement) {
    try {
      Process client = new ProcessBuilder(
              "mariadb",
              "--no-defaults",
              "--user=root",
              "--socket=" + socket,
              "--delimiter=$$",
              "-e",
              statement)
          .redirectErrorStream(true)
          .start();
      String said = new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (client.waitFor() != 0) {
        throw new IllegalStateException(statement + ": " + said);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
