package io.cloudadapter.core.shell;

import io.cloudadapter.core.keeper.Now;
import io.cloudadapter.spi.Ticker;
import java.time.InstantSource;

/**
 * Both clocks.
 *
 * @param wall for facts
 * @param ticker for ages and waits
 */
public record Clocks(InstantSource wall, Ticker ticker) {

  /**
   * The clocks of this machine.
   *
   * @return wall time and monotonic time
   */
  @OutsideWorld
  public static Clocks system() {
    return new Clocks(InstantSource.system(), System::nanoTime);
  }

  Now now() {
    return new Now(wall.instant(), ticker.nanos());
  }
}
