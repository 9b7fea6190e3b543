package io.cloudadapter.simulated;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.Failure;
import io.cloudadapter.spi.KeySupport;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.Sighting;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** The launch keys that the cloud remembers, and what it answers to those that come again. */
final class Keys {
  private final KeySupport support;
  private final Table<String, KeyUse> table;
  private final Machines machines;

  Keys(KeySupport support, Table<String, KeyUse> table, Machines machines) {
    this.support = support;
    this.table = table;
    this.machines = machines;
  }

  /** The first answer again; empty if the key is new; an exception if it must not be used. */
  Optional<LaunchResult> again(Request.Launch request, Order order, long now) {
    if (support.kind() == KeySupport.Kind.NONE) {
      return Optional.empty();
    }
    forgetExpired(now);
    Optional<KeyUse> use = table.get(name(request.key(), order));
    if (use.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        support.kind() == KeySupport.Kind.TOKEN
            ? replay(request, use.get())
            : refuse(request.key(), use.get()));
  }

  void used(
      Request.Launch request,
      Order order,
      List<MachineId> made,
      Optional<Failure> shortfall,
      long now) {
    if (support.kind() != KeySupport.Kind.NONE) {
      long until = Math.addExact(now, support.lifetime().toNanos());
      String name = name(request.key(), order);
      table.remove(name);
      table.put(name, new KeyUse(digest(request), request.count(), made, shortfall, until));
    }
  }

  private LaunchResult replay(Request.Launch request, KeyUse use) {
    if (!use.digest().equals(digest(request)) || use.count() != request.count()) {
      throw Refusals.keyMismatch(request.key());
    }
    List<Vm> known =
        use.machines().stream().flatMap(id -> machines.get(id).stream()).toList();
    if (known.stream().noneMatch(Keys::unended)) {
      throw Refusals.keySpent(request.key());
    }
    List<Sighting> seen = known.stream().map(vm -> vm.now().sighting()).toList();
    return new LaunchResult(seen, use.shortfall());
  }

  /** Names are unique among machines that exist, a rejected one being such until it is forgotten. */
  private LaunchResult refuse(LaunchKey key, KeyUse use) {
    if (exists(use)) {
      throw Refusals.nameTaken(key);
    }
    throw Refusals.keySpent(key);
  }

  private boolean exists(KeyUse use) {
    return use.machines().stream()
        .anyMatch(id -> machines.get(id).filter(Keys::unended).isPresent());
  }

  private static boolean unended(Vm vm) {
    return !vm.now().over() || vm.now().failure().isPresent();
  }

  private void forgetExpired(long now) {
    Iterator<KeyUse> oldest = table.values().iterator();
    List<String> expired = new java.util.ArrayList<>();
    for (String name : table.rows().keySet()) {
      KeyUse use = oldest.next();
      if (use.until() > now) {
        break;
      }
      if (support.kind() == KeySupport.Kind.TOKEN || !exists(use)) {
        expired.add(name);
      }
    }
    expired.forEach(table::remove);
  }

  private String name(LaunchKey key, Order order) {
    return support.perZone() ? key + "/" + order.zone().orElse("") : key.value();
  }

  private static String digest(Request.Launch request) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(request.frozen().bytes()));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
