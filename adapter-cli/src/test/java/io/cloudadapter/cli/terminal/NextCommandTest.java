package io.cloudadapter.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.cli.CommandRunner;
import io.cloudadapter.cli.FakeServer;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A refusal ends with the command that shows what stands in the way, where there is one. */
class NextCommandTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "QUOTA|the quota of tenant team allows 4 machines|tenant-quotas",
        "NOT_FOUND|machine i-1 is not a member of pool web|pool",
        "NOT_FOUND|machine i-1 is not in quarantine|",
        "NOT_FOUND|pool web has no policy more|scaling",
        "NOT_FOUND|there is no pool web|",
        "CONFLICT|refresh 7 is under way, RUNNING|refresh status",
        "CONFLICT|the pool is observing machines of an earlier life|status",
        "CONFLICT|the pool was restored from a backup, and waits for a decision|status",
        "CONFLICT|machine i-1 has ended|",
        "UNAVAILABLE|pool web has not listed its cloud yet|doctor server",
        "UNAVAILABLE|cannot connect to http://127.0.0.1:1|",
        "UNKNOWN|no answer came|status",
        "INVALID|desiredSize must be 0 to 20, was 500|"
      })
  void a_refusal_leads_to_the_command_that_shows_more(Reason reason, String message, String next) {
    assertThat(NextCommand.after(new PoolException(reason, message, "")).orElse(null))
        .isEqualTo(next);
  }

  @Test
  void the_command_is_the_last_line_of_the_error() throws IOException {
    try (FakeServer server = new FakeServer().on("POST /pool/i-9/terminate", 404, """
            {"message": "machine i-9 is not a member of pool web", "detail": "It may have ended."}
            """)) {
      CommandRunner.Result result =
          new CommandRunner().with("ADAPTER_URL", server.url()).run("terminate", "i-9");

      assertThat(result.err())
          .isEqualTo("adapter: machine i-9 is not a member of pool web\n"
              + "  It may have ended.\n  Try: ./adapter pool\n");
    }
  }
}
