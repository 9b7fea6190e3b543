package io.cloudadapter.core.ledger;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.core.keeper.TestRecords;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.store.StoreEntry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LedgerReadTest {
  private static final PoolName WEB = new PoolName("web");
  private static final LifecycleHook DRAIN =
      LifecycleHook.onTerminate("drain", Duration.ofHours(1), HookTarget.listener());
  private static final byte[] POOL = """
      {"incarnation":"00000000000000000000000000a","phase":"ACTIVE","account":"here"}
      """.getBytes(UTF_8);

  private final List<StoreEntry> entries = new ArrayList<>();

  private void store(String key, byte[] value) {
    entries.add(new StoreEntry("pools/web/" + key, value, 1));
  }

  private MachineRecord stored(String id, Status status) {
    MachineRecord machine = TestRecords.machine(id, edit -> {
      edit.status = status;
      edit.reason = "a test";
    });
    store("machine/" + id, RecordCodec.write(machine));
    return machine;
  }

  private HookRecord paused(MachineRecord machine) {
    HookRecord hook =
        HookRecord.begin(new UUID(7, entries.size()), machine, DRAIN, TestRecords.START);
    store("hook/" + hook.token(), RecordCodec.write(hook));
    return hook;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void aLedgerIsReadFromEntriesInAnyOrder(long seed) {
    store("leader", new byte[] {'7'});
    store("pool", POOL);
    MachineRecord runs = stored("m-1", Status.LIVE);
    MachineRecord drains = stored("m-2", Status.RETIRING);
    MachineRecord turnedRound = stored("m-3", Status.LIVE);
    HookRecord wait = paused(drains);
    HookRecord pointless = paused(turnedRound);
    Collections.shuffle(entries, new Random(seed));

    Ledger ledger = Ledger.load(WEB, entries).orElseThrow();

    assertThat(ledger.machines()).containsExactly(runs, drains, turnedRound);
    assertThat(ledger.hooks().waiting()).containsExactlyInAnyOrder(wait, pointless);
    assertThat(ledger.hooks().of(drains, LifecycleTransition.TERMINATE)).containsExactly(wait);
    assertThat(ledger.hooks().pauses("m-1")).isFalse();
    assertThat(ledger.hooks().pauses("m-2")).isTrue();
    assertThat(ledger.hooks().pointless()).containsExactly(pointless);
  }

  @ParameterizedTest
  @ValueSource(strings = {"leader", "pools", "pool/x"})
  void withoutARecordOfThePoolThereIsNoLedger(String other) {
    stored("m-1", Status.LIVE);
    store(other, POOL);

    assertThat(Ledger.load(WEB, entries)).isEqualTo(Optional.empty());
  }
}
