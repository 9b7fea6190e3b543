package io.cloudadapter.cli;

import java.util.List;

/** What befalls one member of a team, and how it is made good. */
enum ReplicaFault {
  KILL,
  STOP,
  CUT,
  /** A server that its clients still reach, and etcd does not. */
  CUT_FROM_ETCD;

  void strike(ReplicaCluster team, String member) {
    switch (this) {
      case KILL -> team.member(member).kill();
      case STOP -> team.member(member).stop();
      case CUT -> team.ground().cut(member);
      case CUT_FROM_ETCD -> team.ground().cut(member, ReplicaCluster.ETCDS);
    }
  }

  void heal(ReplicaCluster team, String member) {
    switch (this) {
      case KILL -> team.member(member).start();
      case STOP -> team.member(member).go();
      case CUT -> team.ground().mend(member, List.of());
      case CUT_FROM_ETCD -> team.ground().mend(member, ReplicaCluster.ETCDS);
    }
  }
}
