package io.cloudadapter.proof;

import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.feature.SpotNotice;
import io.cloudadapter.spi.feature.SpotNotice.What;
import io.cloudadapter.spi.feature.SpotNotices;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/** Chapter 9: bugs in notices of the spot market, which the example adapter's cloud does not have. */
final class SpotFlaws {
  private SpotFlaws() {}

  static List<FeatureFlaw<?>> all() {
    return List.of(
        market(
            "MP-9.40",
            "deletes a notice when it is read",
            "does not return it",
            right -> new Bent(right) {
              @Override
              public List<SpotNotice> notices(CallContext call) {
                List<SpotNotice> read = right.notices(call);
                right.forget(read, call);
                return read;
              }
            },
            "MP-9.41"),
        market(
            "MP-9.40",
            "tells the time in another zone",
            "the notice, at",
            right -> new Bent(right) {
              @Override
              public List<SpotNotice> notices(CallContext call) {
                return right.notices(call).stream()
                    .map(notice -> new SpotNotice(
                        notice.receipt(),
                        notice.machine(),
                        notice.what(),
                        notice.at().map(at -> at.plus(Duration.ofHours(1)))))
                    .toList();
              }
            }),
        market(
            "MP-9.40", "takes an end for a risk", "the notice says RISK", right -> new Bent(right) {
              @Override
              public List<SpotNotice> notices(CallContext call) {
                return right.notices(call).stream()
                    .map(notice ->
                        new SpotNotice(notice.receipt(), notice.machine(), What.RISK, notice.at()))
                    .toList();
              }
            }),
        market(
            "MP-9.41", "forgets all that waits", "does not come again", right -> new Bent(right) {
              @Override
              public void forget(Collection<SpotNotice> notices, CallContext call) {
                right.forget(right.notices(call), call);
              }
            }),
        market("MP-9.41", "takes a failure for forgotten", "comes again", right -> new Bent(right) {
          @Override
          public void forget(Collection<SpotNotice> notices, CallContext call) {
            try {
              right.forget(notices, call);
            } catch (CloudException lost) {
              // It will have arrived.
            }
          }
        }));
  }

  /** A broken one of a right one. */
  private interface Bug {
    SpotNotices in(SpotNotices right);
  }

  private static FeatureFlaw<SpotNotices> market(
      String rule, String bug, String says, Bug broken, String... drags) {
    AdapterMutant mutant = AdapterMutant.of(rule, bug, says);
    return new FeatureFlaw<>(
        drags.length == 0 ? mutant : mutant.drags(drags), SpotNotices.class, broken::in);
  }

  private static class Bent implements SpotNotices {
    private final SpotNotices right;

    Bent(SpotNotices right) {
      this.right = right;
    }

    @Override
    public List<SpotNotice> notices(CallContext call) {
      return right.notices(call);
    }

    @Override
    public void forget(Collection<SpotNotice> notices, CallContext call) {
      right.forget(notices, call);
    }
  }
}
