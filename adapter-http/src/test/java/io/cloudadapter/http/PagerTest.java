package io.cloudadapter.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.spi.CloudException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PagerTest {
  private final List<String> read = new ArrayList<>();

  @Test
  void everyPageIsReadOnce() {
    Pager.read("GET /machines", 3, marker -> {
      read.add(marker.orElse("first"));
      return Optional.of("page " + read.size()).filter(next -> read.size() < 4);
    });

    assertThat(read).containsExactly("first", "page 1", "page 2", "page 3");
  }

  @Test
  void aListThatLeadsBackToAPageIsAnError() {
    assertThatThrownBy(() -> Pager.read("GET /machines", 1000, marker -> {
          read.add(marker.orElse("first"));
          return Optional.of(read.size() % 2 == 0 ? "even" : "odd");
        }))
        .isInstanceOfSatisfying(CloudException.class, error -> {
          assertThat(error).hasMessageContaining("GET /machines has no last page");
          assertThat(error.effect()).isEqualTo(CloudException.Effect.NONE);
        });
    assertThat(read).containsExactly("first", "odd", "even");
  }

  @Test
  void aListWithoutEndIsAnError() {
    assertThatThrownBy(() -> Pager.read("GET /machines", 5, marker -> {
          read.add(marker.orElse("first"));
          return Optional.of("page " + read.size());
        }))
        .isInstanceOf(CloudException.class);
    assertThat(read).hasSize(6);
  }

  @Test
  void anErrorOfThePageEndsTheList() {
    assertThatThrownBy(() -> Pager.<IOException>read("GET /machines", 5, marker -> {
          throw new IOException("torn");
        }))
        .isInstanceOf(IOException.class);
  }
}
