package io.cloudadapter.server.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.ByteArrayEndPoint;
import org.eclipse.jetty.io.Connection;
import org.junit.jupiter.api.Test;

/** Of 32 connections 8 are for callers that are not known yet, and 4 of these for one peer. */
class ConnectionGuardTest {
  private final ConnectionGuard guard = new ConnectionGuard(32);

  private static Connection connection() {
    return new AbstractConnection(new ByteArrayEndPoint(), Runnable::run) {
      @Override
      public void onFillable() {}
    };
  }

  @Test
  void theConnectionThatWasAcceptedFirstMakesRoomEvenIfItIsOpenedLast() {
    Connection latest = connection();
    assertThat(guard.opened(latest, "a", 100)).isEmpty();
    for (int order = 1; order <= 3; order++) {
      assertThat(guard.opened(connection(), "a", order)).isEmpty();
    }
    Connection early = connection();

    assertThat(guard.opened(early, "a", 0)).contains(early);

    Connection late = connection();
    assertThat(guard.opened(late, "a", 50)).get().isNotIn(latest, late);
  }

  @Test
  void aConnectionWithARequestUnderWayMakesRoomAfterIdleOnes() {
    Connection first = connection();
    guard.opened(first, "a", 1);
    guard.busy(first, true);
    Connection second = connection();
    guard.opened(second, "a", 2);
    guard.opened(connection(), "a", 3);
    guard.opened(connection(), "a", 4);

    assertThat(guard.opened(connection(), "a", 5)).contains(second);
  }

  @Test
  void aNewConnectionGetsThroughThoughEachOtherOfItsPeerHasARequestUnderWay() {
    List<Connection> busy = new ArrayList<>();
    for (int order = 1; order <= 4; order++) {
      Connection connection = connection();
      guard.opened(connection, "a", order);
      guard.busy(connection, true);
      busy.add(connection);
    }
    Connection check = connection();

    assertThat(guard.opened(check, "a", 5)).contains(busy.get(0));

    assertThat(guard.opened(connection(), "a", 6)).contains(check);
  }

  @Test
  void aConnectionOfAnotherPeerStaysThoughTheCrowdWasAcceptedAfterIt() {
    for (int order = 10; order <= 13; order++) {
      guard.opened(connection(), "a", order);
      guard.opened(connection(), "b" + order, order);
    }
    Connection lone = connection();

    assertThat(guard.opened(lone, "c", 1)).get().isNotEqualTo(lone);
  }

  @Test
  void thePeerWithMostConnectionsMakesRoomForANewPeer() {
    Connection oldestOfA = connection();
    guard.opened(oldestOfA, "a", 2);
    for (int order = 3; order <= 5; order++) {
      guard.opened(connection(), "a", order);
    }
    guard.opened(connection(), "b", 1);
    for (int order = 6; order <= 8; order++) {
      guard.opened(connection(), "c" + order, order);
    }

    assertThat(guard.opened(connection(), "d", 9)).contains(oldestOfA);
  }
}
