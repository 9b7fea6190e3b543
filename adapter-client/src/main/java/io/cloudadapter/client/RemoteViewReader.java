package io.cloudadapter.client;

import io.cloudadapter.api.ListStatus;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolSize;
import io.cloudadapter.api.PoolStatus;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.client.message.PoolMessages;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the view of one pool of a server. It keeps the last view, and a server sends another one only when that has
 * changed.
 */
final class RemoteViewReader {
  /** Also the warm machines that run, which the specification has no state for. */
  private static final String WITH_WARM = "?warm=true";

  /** How often machines and status are asked for until they fit together. */
  private static final int MOST_LOOKS = 3;

  private static final Pattern REVISION = Pattern.compile("([0-9]{1,18})\"?$");

  private final PoolName name;
  private final String path;
  private final RequestExchange exchange;
  private volatile @Nullable Look last;

  RemoteViewReader(PoolName name, String path, RequestExchange exchange) {
    this.name = name;
    this.path = path;
    this.exchange = exchange;
  }

  PoolView view() {
    return look().view();
  }

  PoolSize size() {
    return PoolMessages.size(ok(get(path + "/size", Optional.empty())).fields());
  }

  /** A view, with the tag by which the server confirms that it is still current. */
  private record Look(Optional<String> tag, PoolView view) {}

  /**
   * Looks at the pool. Machines and status are two answers; they are asked for again while they are
   * not of one revision.
   */
  private Look look() {
    Look known = last;
    for (int attempt = 1; ; attempt++) {
      ServerReply reply = get(path + WITH_WARM, known == null ? Optional.empty() : known.tag());
      if (reply.unchanged() && known != null) {
        return keep(new Look(known.tag(), stillTrue(known.view(), reply)));
      }
      PoolView unlisted = reply.status() >= 500 ? notListedYet() : null;
      if (unlisted != null) {
        return new Look(Optional.empty(), unlisted);
      }
      PoolMessages.Members members = PoolMessages.members(ok(reply).fields());
      PoolMessages.Status status = status();
      Optional<String> tag = reply.header("ETag");
      if (attempt == MOST_LOOKS || tag.isEmpty() || status.revision() == revision(tag.get())) {
        return keep(new Look(tag, view(members, status)));
      }
      known = null;
    }
  }

  private PoolView view(PoolMessages.Members members, PoolMessages.Status status) {
    return new PoolView(
        name,
        members.timestamp(),
        status.revision(),
        status.desiredSize(),
        status.status(),
        members.machines(),
        status.alarms(),
        status.listStatus(),
        status.template(),
        status.refresh(),
        status.headroom());
  }

  /** The view of a pool whose cloud was never listed completely, which has no machines to send. */
  private @Nullable PoolView notListedYet() {
    ServerReply reply = get(path + "/status", Optional.empty());
    if (!reply.ok()) {
      return null;
    }
    PoolMessages.Status status = PoolMessages.status(reply.fields());
    return status.listStatus() != ListStatus.NOT_LISTED
        ? null
        : view(new PoolMessages.Members(Instant.EPOCH, List.of()), status);
  }

  /** The same view at a later moment: nothing but its timestamp has moved. */
  private static PoolView stillTrue(PoolView view, ServerReply reply) {
    return new PoolView(
        view.pool(),
        timestamp(reply).orElse(view.timestamp()),
        view.revision(),
        view.desiredSize(),
        view.status(),
        view.machines(),
        view.alarms(),
        view.listStatus(),
        view.template(),
        view.refresh(),
        view.headroom());
  }

  /** When an unchanged pool was last known to be unchanged, if the server sends the time. */
  private static Optional<Instant> timestamp(ServerReply reply) {
    try {
      return reply.header("Pool-Timestamp").map(Instant::parse);
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private Look keep(Look look) {
    last = look;
    return look;
  }

  /** A server of the plain REST API 2.0 tells no status; its pool just works. */
  private PoolMessages.Status status() {
    ServerReply reply = get(path + "/status", Optional.empty());
    return reply.status() == 404
        ? new PoolMessages.Status(
            0,
            size().desiredSize(),
            PoolStatus.ACTIVE,
            List.of(),
            ListStatus.RECENT,
            Optional.empty(),
            Optional.empty(),
            0)
        : PoolMessages.status(ok(reply).fields());
  }

  /** The number at the end of a tag, -1 if it has none. */
  private static long revision(String tag) {
    Matcher digits = REVISION.matcher(tag);
    return digits.find() ? Long.parseLong(digits.group(1)) : -1;
  }

  ServerReply get(String from, Optional<String> known) {
    try {
      return exchange.get(from, known);
    } catch (LostReplyException e) {
      throw RequestExchange.unavailable(e);
    }
  }

  static ServerReply ok(ServerReply reply) {
    if (!reply.ok()) {
      throw ErrorResponseMapper.of(reply);
    }
    return reply;
  }
}
