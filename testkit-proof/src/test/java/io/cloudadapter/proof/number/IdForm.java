package io.cloudadapter.proof.number;

import io.cloudadapter.api.MachineId;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How an adapter makes the ids of machines from the cloud's numbers. */
public enum IdForm {
  /** The number, and what no other machine has. */
  NUMBER_AND_BIRTH,
  /** The number alone. */
  NUMBER_ALONE,
  /** As the first one, and the number alone decides which machine is meant. */
  BIRTH_UNREAD,
  /** As the first one, with the number read as a floating-point one. */
  FLOATING_POINT;

  private static final Pattern PARTS = Pattern.compile("([1-9][0-9]{0,17})(?:\\.([A-Za-z0-9-]+))?");

  MachineId of(MachineId machine, MachineNumbers numbers) {
    long number = numbers.of(machine);
    return new MachineId(
        switch (this) {
          case NUMBER_AND_BIRTH, BIRTH_UNREAD -> number + "." + machine.value();
          case NUMBER_ALONE -> Long.toString(number);
          case FLOATING_POINT -> (long) (double) number + "." + machine.value();
        });
  }

  /** The machine of an id; empty if no machine can have it. */
  Optional<MachineId> read(MachineId id, MachineNumbers numbers) {
    Matcher parts = PARTS.matcher(id.value());
    if (!parts.matches() || (this == NUMBER_ALONE) == (parts.group(2) != null)) {
      return Optional.empty();
    }
    if (this == NUMBER_ALONE || this == BIRTH_UNREAD) {
      return numbers.holder(Long.parseLong(parts.group(1)));
    }
    return Optional.of(new MachineId(parts.group(2)))
        .filter(machine -> of(machine, numbers).equals(id));
  }
}
