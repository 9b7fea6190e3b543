package io.cloudadapter.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Follows docs/start/tour.md to the letter, in a shell, with a server of its own. Where there is no curl,
 * or with -Dtour.standInCurl=true, a stand-in takes its place.
 */
class TourTest {
  private static final Path PAGE =
      Path.of("").toAbsolutePath().resolveSibling("docs/start/tour.md");
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @TempDir
  private Path directory = Path.of("");

  private TourPage tour = new TourPage(List.of());

  @BeforeEach
  void readPage() throws IOException {
    tour = TourPage.read(PAGE);
  }

  @Test
  void whatThePageShowsIsWhatItsCommandsPrint() throws IOException, InterruptedException {
    new PageShell(directory).follows(tour, "docs/start/tour.md");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/pool/size -d '{ \"desiredSize\": 3 }'",
        "/terminate -d '{ \"decrementDesiredSize\": false }'",
        "/terminate -d '{ \"decrementDesiredSize\": true }'",
        "/detach -d '{ \"decrementDesiredSize\": false }'",
        "/detach -d '{ \"decrementDesiredSize\": true }'",
        "/serviceState -d '{ \"serviceState\": \"IN_SERVICE\" }'",
        "/attach -X POST"
      })
  void sendsEachMessageOfTheSpecification(String request) {
    assertThat(tour.steps())
        .anySatisfy(step -> assertThat(step.commands()).anyMatch(line -> line.contains(request)));
  }

  @Test
  void showsTheSamplePoolSizeMessageToTheNumber() throws JsonProcessingException {
    JsonNode sample =
        JSON.readTree("{ \"desiredSize\": 3, \"allocated\": 4, \"outOfService\": 1 }");

    assertThat(answers()).contains(sample);
  }

  @Test
  void showsAnErrorMessageWithTheFieldsOfTheSpecification() {
    assertThat(answers())
        .anySatisfy(answer -> assertThat(answer.fieldNames())
            .toIterable()
            .containsExactlyInAnyOrder("message", "detail"));
  }

  @Test
  void showsAPoolMessageWithTheFieldsOfTheSpecification() {
    assertThat(answers()).anySatisfy(answer -> {
      assertThat(answer.fieldNames())
          .toIterable()
          .containsExactlyInAnyOrder("timestamp", "machines");
      assertThat(answer.get("machines"))
          .isNotEmpty()
          .allSatisfy(machine -> assertThat(machine.fieldNames())
              .toIterable()
              .containsExactlyInAnyOrder(
                  "id",
                  "machineState",
                  "serviceState",
                  "launchtime",
                  "publicIps",
                  "privateIps",
                  "metadata"));
    });
  }

  /** The JSON that the page shows as answers. */
  private List<JsonNode> answers() {
    List<JsonNode> answers = new ArrayList<>();
    for (TourPage.Step step : tour.steps()) {
      for (String line : step.printed()) {
        if (line.startsWith("{")) {
          try {
            answers.add(JSON.readTree(line));
          } catch (JsonProcessingException e) {
            throw new AssertionError("not JSON at line " + step.line() + ": " + line, e);
          }
        }
      }
    }
    return answers;
  }
}
