package io.cloudadapter.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class TransactionTest {
  private final Transaction.Builder builder = Transaction.builder();

  @Test
  void refusesTheHundredAndFirstOperation() {
    for (int i = 0; i < 50; i++) {
      builder.require("r" + i, 0).put("p" + i, "");
    }

    refuses(() -> builder.delete("x"), "at most 100 requirements and writes");
    assertThat(builder.build().writes()).hasSize(50);
  }

  @Test
  void refusesAKeyTwiceAmongTheWritesOrTheRequirements() {
    builder.put("a", "").require("a", 1);

    refuses(() -> builder.delete("a"), "written once, twice: a");
    refuses(() -> builder.require("a", 2), "required once, twice: a");
  }

  @Test
  void refusesKeysThatAreEmptyLongOrNotPrintableAscii() {
    refuses(() -> builder.put("", ""), "1 to 512 characters");
    refuses(() -> builder.put("k".repeat(513), ""), "at most 512 characters, has 513");
    refuses(() -> builder.delete("a\nb"), "printable ASCII, has character 10 at position 1");
    refuses(() -> builder.require("é", 0), "printable ASCII, has character 233 at position 0");
    builder.put("k".repeat(512), "");
  }

  @Test
  void refusesWhatIsTooLarge() {
    refuses(
        () -> builder.put("a", new byte[(1 << 20) + 1]), "at most 1048576 bytes, a has 1048577");
    builder.put("a", new byte[1 << 20]);
    refuses(() -> builder.put("b", new byte[1 << 19]), "at most 1572864 bytes of keys and values");
  }

  @Test
  void refusesNegativeRevisionsAndEmptyTransactions() {
    refuses(() -> builder.require("a", -1), "required revision of a must be 0 or more, was -1");
    refuses(() -> builder.require("a", 1).build(), "at least one put or delete");
  }

  @Test
  void showsKeysAndSizesButNoContent() {
    assertThat(builder.require("a", 3).put("a", "secret").delete("b").build())
        .hasToString("Transaction(require {a=3}, write [put a (6 bytes), delete b])");
  }

  private static void refuses(ThrowingCallable call, String message) {
    assertThatThrownBy(call)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
