package io.cloudadapter.simulated;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.simulated.machine.StateTable;
import io.cloudadapter.simulated.request.TextCodec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Memory as frames of a file: length, checksum, then changes, each with its table, its key, and its new
 * value or none. A frame counts whole or not at all.
 */
final class FileFrames {
  /** Length and checksum, before each frame's content. */
  static final int HEAD = 8;

  /** Writes one value of a table. */
  private interface Write<V> {
    void to(DataOutputStream out, V value) throws IOException;
  }

  private FileFrames() {}

  /** What has changed, as one frame. */
  static byte[] changes(StoredState memory) throws IOException {
    return frame(
        memory,
        memory.identity().changed(),
        memory.machines().changed(),
        memory.keys().changed(),
        memory.late().changed(),
        memory.creations().changed(),
        memory.executions().changed(),
        memory.balancers().changed(),
        memory.routes().changed(),
        memory.sshKeys().changed(),
        memory.groups().changed(),
        memory.resources().changed());
  }

  /** All of it, as one frame. */
  static byte[] everything(StoredState memory) throws IOException {
    return frame(
        memory,
        memory.identity().rows().keySet(),
        memory.machines().rows().keySet(),
        memory.keys().rows().keySet(),
        memory.late().rows().keySet(),
        memory.creations().rows().keySet(),
        memory.executions().rows().keySet(),
        memory.balancers().rows().keySet(),
        memory.routes().rows().keySet(),
        memory.sshKeys().rows().keySet(),
        memory.groups().rows().keySet(),
        memory.resources().rows().keySet());
  }

  private static byte[] frame(
      StoredState memory,
      Collection<String> identity,
      Collection<MachineId> machines,
      Collection<String> keys,
      Collection<Long> late,
      Collection<Long> creations,
      Collection<Long> executions,
      Collection<String> balancers,
      Collection<String> routes,
      Collection<Long> sshKeys,
      Collection<String> groups,
      Collection<String> resources)
      throws IOException {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(content);
    write(out, 'I', memory.identity(), identity, StateCodec::identity);
    write(out, 'V', memory.machines(), machines, StateCodec::machine);
    write(out, 'K', memory.keys(), keys, StateCodec::keyUse);
    write(out, 'L', memory.late(), late, StateCodec::late);
    write(out, 'C', memory.creations(), creations, StateCodec::creation);
    write(out, 'D', memory.executions(), executions, StateCodec::execution);
    write(out, 'B', memory.balancers(), balancers, ResourceChangeCodec::balancer);
    write(out, 'R', memory.routes(), routes, ResourceChangeCodec::route);
    write(out, 'S', memory.sshKeys(), sshKeys, ResourceChangeCodec::sshKey);
    write(out, 'G', memory.groups(), groups, StateCodec::group);
    write(out, 'M', memory.resources(), resources, ResourceChangeCodec::resource);
    ByteArrayOutputStream framed = new ByteArrayOutputStream();
    DataOutputStream head = new DataOutputStream(framed);
    head.writeInt(content.size());
    head.writeInt(checksum(content.toByteArray()));
    content.writeTo(head);
    return framed.toByteArray();
  }

  private static <K, V> void write(
      DataOutputStream out, int table, StateTable<K, V> rows, Collection<K> keys, Write<V> codec)
      throws IOException {
    for (K key : keys) {
      out.writeByte(table);
      TextCodec.write(out, key.toString());
      V value = rows.rows().get(key);
      out.writeBoolean(value != null);
      if (value != null) {
        codec.to(out, value);
      }
    }
  }

  static int checksum(byte[] content) {
    CRC32C crc = new CRC32C();
    crc.update(content);
    return (int) crc.getValue();
  }

  /** Does to a memory what a frame's content says. */
  static void replay(byte[] content, StoredState memory) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(content));
    while (in.available() > 0) {
      int table = in.readUnsignedByte();
      String key = TextCodec.read(in);
      boolean there = in.readBoolean();
      switch (table) {
        case 'I' ->
          set(memory.identity(), key, there ? List.of(StateCodec.identity(in)) : List.of());
        case 'V' ->
          set(
              memory.machines(),
              new MachineId(key),
              there ? List.of(StateCodec.machine(in)) : List.of());
        case 'K' -> set(memory.keys(), key, there ? List.of(StateCodec.keyUse(in)) : List.of());
        case 'L' ->
          set(memory.late(), Long.valueOf(key), there ? List.of(StateCodec.late(in)) : List.of());
        case 'C' ->
          set(
              memory.creations(),
              Long.valueOf(key),
              there ? List.of(StateCodec.creation(in)) : List.of());
        case 'D' ->
          set(
              memory.executions(),
              Long.valueOf(key),
              there ? List.of(StateCodec.execution(in)) : List.of());
        case 'B' ->
          set(
              memory.balancers(),
              key,
              there ? List.of(ResourceChangeCodec.balancer(in)) : List.of());
        case 'R' ->
          set(memory.routes(), key, there ? List.of(ResourceChangeCodec.route(in)) : List.of());
        case 'S' ->
          set(
              memory.sshKeys(),
              Long.valueOf(key),
              there ? List.of(ResourceChangeCodec.sshKey(in)) : List.of());
        case 'G' -> set(memory.groups(), key, there ? List.of(StateCodec.group(in)) : List.of());
        case 'M' ->
          set(
              memory.resources(),
              key,
              there ? List.of(ResourceChangeCodec.resource(in)) : List.of());
        default -> throw new IOException("unknown table " + table);
      }
    }
  }

  private static <K, V> void set(StateTable<K, V> table, K key, List<V> value) {
    if (value.isEmpty()) {
      table.rows().remove(key);
    } else {
      table.rows().put(key, value.get(0));
    }
  }
}
