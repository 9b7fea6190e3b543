package io.cloudadapter.cli.client;

import io.cloudadapter.api.LedgerBackup;
import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.cli.terminal.OutputFile;
import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.spi.DurableFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes a backup of a running server's ledger to a file. */
@Command(
    name = "backup",
    description = {
      "Writes a backup of the server's ledger to a file, while the server runs. A follower may answer it.",
      "The file does not hold ledger.key, which a restore needs: keep a copy of it elsewhere."
    })
public final class BackupCommand extends ClientCommand {
  @Parameters(paramLabel = "FILE", description = "The file to write, readable by its owner only.")
  private @Nullable Path file;

  @Option(names = "--force", description = "Replace the file if it exists.")
  private boolean force;

  public BackupCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  void run() throws IOException {
    Path target = Objects.requireNonNull(file, "file");
    OutputFile.check(target, force);
    LedgerBackup backup = pools().backup();
    DurableFile.write(target, backup::writeTo, DurableFile.Access.OWNER);
    String age = backup.age().isZero() ? "" : ", " + TimeSpan.text(backup.age()) + " old";
    done(
        "wrote " + target + ": revision " + backup.revision() + " of generation "
            + backup.generation() + age,
        Map.of(
            "file",
            target.toString(),
            "revision",
            backup.revision(),
            "generation",
            backup.generation(),
            "age",
            backup.age().toSeconds()));
  }
}
