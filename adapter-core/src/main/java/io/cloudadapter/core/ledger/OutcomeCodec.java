package io.cloudadapter.core.ledger;

import io.cloudadapter.api.scaling.ScalingDirection;
import io.cloudadapter.core.ledger.DecisionRecord.Seen;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandResult;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * Encodes the outcome of a command in as few bytes as a repetition needs: the ledger keeps hundreds of thousands of
 * them under idempotency keys.
 */
public final class OutcomeCodec {
  private static final byte[] NOTHING = {};
  private static final int DEADLINE = 1;
  private static final int ACTION = 2;
  private static final int DECISION = 3;
  private static final int ABSTAINS = 1;
  private static final int OUT = 2;
  private static final int IN = 4;
  private static final int LONGEST_STEPS = 1 << 20;

  /** What the steps of decisions mostly consist of. Part of the format: it never changes. */
  private static final byte[] SENTENCES =
      (" go from places that are not listed to arrive at  takes "
              + "nothing shrinks while machines warm upthose that warm up are enough"
              + " from the threshold ; step none of them warm up; from  the step leads to "
              + "with the  that leave,  are to stay"
              + "within the margin of 0.1 below the target machines warm up; there must be none to shrink"
              + " machines carry load at ; to have  takes "
              + "there is no policy for this direction, and no count is given: one machine"
              + "there is no policy for this direction: the count given, "
              + "the caller gives the count: the policy changes by "
              + "best effort: the limits leave room for , so it is cut to , which is enough"
              + "zone- has , weight 1, share .5: regions 10, 20, 30, 40, 60, 80 50 100"
              + "its cooldown of  begins when the pool has come to its size of its cooldown are left"
              + " machines are there or promised, "
              + " % of , cut to a whole number and at least min_step 1, is "
              + "OK: scale in by OK: nothing to do: OK: scale out by 1 to 2, desired size 3")
          .getBytes(StandardCharsets.UTF_8);

  private OutcomeCodec() {}

  public static byte[] write(Optional<CommandResult> outcome) {
    if (outcome.isEmpty()) {
      return NOTHING;
    }
    CommandResult said = outcome.get();
    if (said instanceof CommandResult.Deadline until) {
      return deadline(until.at());
    }
    return said instanceof CommandResult.Accepted accepted
        ? action(accepted.action())
        : decision(DecisionRecord.of(said));
  }

  static byte[] deadline(Instant at) {
    return written(out -> {
      out.writeByte(DEADLINE);
      out.writeLong(at.getEpochSecond());
      out.writeInt(at.getNano());
    });
  }

  static byte[] action(UUID uid) {
    return written(out -> {
      out.writeByte(ACTION);
      out.writeLong(uid.getMostSignificantBits());
      out.writeLong(uid.getLeastSignificantBits());
    });
  }

  static byte[] decision(DecisionRecord record) {
    return written(out -> {
      out.writeByte(DECISION);
      out.writeByte(number(record.event()) | (record.abstains() ? ABSTAINS : 0));
      Seen seen = record.seen();
      for (int number : new int[] {
        seen.committed(), seen.desiredSize(), seen.minSize(), seen.maxSize(),
        seen.perPoolCap(), seen.warming(), seen.leaving(), record.count(),
        record.capacity(), record.desiredSize(), record.minSize(), record.maxSize()
      }) {
        put(out, number);
      }
      steps(out, record.steps());
    });
  }

  /** The outcome again, for the command that led to it. */
  public static Optional<CommandResult> read(byte[] bytes, Command command) {
    if (bytes.length == 0) {
      return Optional.empty();
    }
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      int kind = in.readByte();
      return switch (kind) {
        case DEADLINE ->
          Optional.of(
              new CommandResult.Deadline(Instant.ofEpochSecond(in.readLong(), in.readInt())));
        case ACTION ->
          Optional.of(new CommandResult.Accepted(new UUID(in.readLong(), in.readLong())));
        case DECISION -> decision(in).of(command);
        default ->
          throw new IllegalStateException("an answer of kind " + kind
              + " is kept under an idempotency key; was it written by a newer version?");
      };
    } catch (IOException e) {
      throw new UncheckedIOException("an answer kept under an idempotency key is damaged", e);
    }
  }

  private static DecisionRecord decision(DataInputStream in) throws IOException {
    int flags = in.readByte();
    Seen seen = new Seen(take(in), take(in), take(in), take(in), take(in), take(in), take(in));
    int count = take(in);
    int capacity = take(in);
    int desired = take(in);
    int minSize = take(in);
    int maxSize = take(in);
    return new DecisionRecord(
        seen,
        event(flags),
        count,
        (flags & ABSTAINS) != 0,
        steps(in),
        capacity,
        desired,
        minSize,
        maxSize);
  }

  private static int number(@Nullable ScalingDirection event) {
    if (event == null) {
      return 0;
    }
    return event == ScalingDirection.SCALE_OUT ? OUT : IN;
  }

  private static @Nullable ScalingDirection event(int flags) {
    return (flags & OUT) != 0
        ? ScalingDirection.SCALE_OUT
        : (flags & IN) != 0 ? ScalingDirection.SCALE_IN : null;
  }

  /** The length of all steps together, then each with its length before it, compressed. */
  private static void steps(DataOutputStream out, List<String> steps) throws IOException {
    byte[] text = written(all -> {
      for (String step : steps) {
        byte[] utf8 = step.getBytes(StandardCharsets.UTF_8);
        put(all, utf8.length);
        all.write(utf8);
      }
    });
    put(out, text.length);
    if (text.length > 0) {
      deflate(text, out);
    }
  }

  private static List<String> steps(DataInputStream in) throws IOException {
    int length = take(in);
    if (length < 0 || length > LONGEST_STEPS) {
      throw new IOException("steps of " + length + " bytes");
    }
    List<String> steps = new ArrayList<>();
    if (length > 0) {
      var all = new DataInputStream(new ByteArrayInputStream(inflate(in.readAllBytes(), length)));
      while (all.available() > 0) {
        steps.add(new String(all.readNBytes(take(all)), StandardCharsets.UTF_8));
      }
    }
    return steps;
  }

  private static void deflate(byte[] text, DataOutputStream out) throws IOException {
    Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
    try {
      deflater.setDictionary(SENTENCES);
      deflater.setInput(text);
      deflater.finish();
      byte[] some = new byte[512];
      while (!deflater.finished()) {
        out.write(some, 0, deflater.deflate(some));
      }
    } finally {
      deflater.end();
    }
  }

  private static byte[] inflate(byte[] bytes, int length) throws IOException {
    Inflater inflater = new Inflater(true);
    try {
      inflater.setDictionary(SENTENCES);
      inflater.setInput(bytes);
      byte[] text = new byte[length];
      int at = 0;
      while (at < length) {
        int more = inflater.inflate(text, at, length - at);
        if (more == 0) {
          throw new IOException("steps end after " + at + " of " + length + " bytes");
        }
        at += more;
      }
      return text;
    } catch (DataFormatException e) {
      throw new IOException("steps cannot be read", e);
    } finally {
      inflater.end();
    }
  }

  private static void put(DataOutputStream out, int number) throws IOException {
    int left = number;
    while ((left & ~0x7f) != 0) {
      out.writeByte((left & 0x7f) | 0x80);
      left >>>= 7;
    }
    out.writeByte(left);
  }

  private static int take(DataInputStream in) throws IOException {
    int number = 0;
    for (int shift = 0; shift < Integer.SIZE; shift += 7) {
      byte next = in.readByte();
      number |= (next & 0x7f) << shift;
      if (next >= 0) {
        return number;
      }
    }
    throw new IOException("a number does not end");
  }

  private interface Writing {
    void to(DataOutputStream out) throws IOException;
  }

  private static byte[] written(Writing writing) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      writing.to(out);
    } catch (IOException e) {
      throw new UncheckedIOException("bytes in memory", e);
    }
    return bytes.toByteArray();
  }
}
