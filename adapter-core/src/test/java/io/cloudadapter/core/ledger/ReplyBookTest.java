package io.cloudadapter.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** The book of answers against a plain map, through any order of additions, expiries and restarts. */
class ReplyBookTest {

  private static ReplyEntry entry(int number, long at) {
    byte[] outcome = new byte[number % 7 == 0 ? 300 : number % 3];
    Arrays.fill(outcome, (byte) number);
    return ReplyEntry.of("caller-" + number % 3, "key-" + number, at, "command " + number, outcome);
  }

  @Property(tries = 200)
  void findsJustWhatIsKept(
      @ForAll @Size(max = 400) List<@IntRange(max = 9) Integer> turns, @ForAll boolean slow) {
    ReplyBook book = new ReplyBook();
    Map<String, byte[]> disk = new TreeMap<>();
    Map<Integer, String> kept = new HashMap<>();
    long at = 1_700_000_000L;
    for (int number = 0; number < turns.size(); number++) {
      int turn = turns.get(number);
      at += slow ? 500 : 1;
      if (turn == 0 && !book.ages().isEmpty()) {
        String dropped = book.drop(book.ages().get(0).page());
        disk.remove(dropped);
        kept.values().removeIf(dropped::equals);
      } else if (turn == 1) {
        book = new ReplyBook();
        disk.forEach(book::load);
        book.loaded();
      } else {
        ReplyBook.Stored stored = book.add(entry(number, at));
        disk.put(stored.name(), stored.bytes());
        kept.put(number, stored.name());
      }
    }
    assertThat(book.size()).isEqualTo(kept.size());
    int[] perCaller = new int[3];
    for (int number = 0; number < turns.size(); number++) {
      var found = book.find("caller-" + number % 3, "key-" + number);
      assertThat(found.isPresent()).isEqualTo(kept.containsKey(number));
      if (found.isPresent()) {
        perCaller[number % 3]++;
        assertThat(found.get().isFor("command " + number)).isTrue();
        assertThat(found.get().isFor("command " + (number + 1))).isFalse();
        assertThat(found.get().outcome()).isEqualTo(entry(number, 0).outcome());
      }
      assertThat(book.find("caller-" + (number + 1) % 3, "key-" + number)).isEmpty();
    }
    for (int caller = 0; caller < 3; caller++) {
      assertThat(book.count("caller-" + caller)).isEqualTo(perCaller[caller]);
    }
  }

  @Example
  void pagesStaySmallAndShort() {
    ReplyBook book = new ReplyBook();
    List<ReplyBook.Stored> all = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      all.add(book.add(ReplyEntry.of("ci", "key-" + i, 1_700_000_000L + i, "x", new byte[0])));
    }

    assertThat(all).allMatch(page -> page.bytes().length <= 1024);
    assertThat(book.ages()).hasSizeLessThan(1_000 / 30 + 2);
  }

  @Example
  void aClockThatGoesBackBeginsANewPage() {
    ReplyBook book = new ReplyBook();
    book.add(entry(1, 1_700_000_000L));
    book.add(entry(2, 1_600_000_000L));

    assertThat(book.ages()).hasSize(2);
    assertThat(book.find("caller-2", "key-2")).isPresent();
  }

  @Example
  void aDamagedPageIsRefused() {
    ReplyBook.Stored page = new ReplyBook().add(entry(1, 1_700_000_000L));
    byte[] cut = Arrays.copyOf(page.bytes(), page.bytes().length - 1);
    byte[] newer = page.bytes().clone();
    newer[0] = 9;

    assertThatThrownBy(() -> new ReplyBook().load(page.name(), cut))
        .hasMessageContaining("cut off");
    assertThatThrownBy(() -> new ReplyBook().load(page.name(), newer))
        .hasMessageContaining("newer version");
  }
}
