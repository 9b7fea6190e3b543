package io.cloudadapter.cli.client;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.MembershipStatus;
import io.cloudadapter.cli.terminal.Terminal;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** Sets the membership status of a machine. */
@Command(
    name = "membership",
    description = {
      "Sets whether a machine counts, and whether the pool may end it: default (it counts and may "
          + "leave), blessed (it counts and stays), awaiting-service (it does not count and stays), "
          + "disposable (it does not count, and the pool ends it).",
      "A machine that does not count is replaced."
    })
public final class MembershipCommand extends MachineCommand {
  private static final List<MembershipStatus> ALL = List.of(
      MembershipStatus.DEFAULT,
      MembershipStatus.BLESSED,
      MembershipStatus.AWAITING_SERVICE,
      MembershipStatus.DISPOSABLE);

  @Parameters(
      index = "1",
      paramLabel = "STATUS",
      converter = Converter.class,
      description = "default, blessed, awaiting-service or disposable.")
  private MembershipStatus status = MembershipStatus.DEFAULT;

  public MembershipCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  String change(MachinePool pool, MachineId id) {
    pool.setMembershipStatus(id, status, options());
    return "membership status is " + status.word();
  }

  /** Reads a status by its word. */
  static final class Converter implements ITypeConverter<MembershipStatus> {
    @Override
    public MembershipStatus convert(String text) {
      return ALL.stream()
          .filter(one -> one.word().equals(text))
          .findFirst()
          .orElseThrow(() -> new TypeConversionException("must be one of "
              + ALL.stream().map(MembershipStatus::word).collect(Collectors.joining(", "))
              + ", was " + text));
    }
  }
}
