package io.cloudadapter.architecture;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * Finds calls that may block while their thread holds a monitor. On Java 21 to 23 such a call keeps a virtual thread's
 * carrier from all other virtual threads.
 *
 * <p>A call blocks if it is one of {@link BlockingCalls}, or reaches one through methods of the given classes. A call
 * of an interface reaches every implementation among them. What a lambda does counts where it is called, not where it
 * is made; calls through functional interfaces of the JDK are not followed.
 */
final class BlockingUnderMonitor {
  private final Map<String, ClassNode> classes = new HashMap<>();
  private final Map<String, Set<String>> subtypes = new HashMap<>();
  private final Map<String, Optional<String>> blocking = new HashMap<>();

  BlockingUnderMonitor(Collection<ClassNode> read) {
    read.forEach(type -> classes.put(type.name, type));
    for (ClassNode type : read) {
      List<String> above = new ArrayList<>(type.interfaces);
      above.add(type.superName);
      above.forEach(
          name -> subtypes.computeIfAbsent(name, unknown -> new TreeSet<>()).add(type.name));
    }
  }

  /** Each call in the form {@code class.method calls what it reaches}. */
  Set<String> find() {
    Set<String> found = new TreeSet<>();
    for (ClassNode type : classes.values()) {
      for (MethodNode method : type.methods) {
        for (MethodInsnNode call : callsUnderMonitor(method)) {
          reached(call)
              .ifPresent(end -> found.add(shortName(type.name) + "." + method.name
                  + " holds a monitor and calls " + shortName(call.owner) + "." + call.name
                  + (end.isEmpty() ? "" : ", which calls " + end)));
        }
      }
    }
    return found;
  }

  private static String shortName(String type) {
    return type.substring(type.lastIndexOf('/') + 1);
  }

  /** The path to a blocking call, empty text if it is one itself. */
  private Optional<String> reached(MethodInsnNode call) {
    if (BlockingCalls.contains(call.owner, call.name)) {
      return Optional.of("");
    }
    for (String owner : implementations(call.owner)) {
      Optional<String> path = path(owner, call.name, call.desc);
      if (path.isPresent()) {
        return path;
      }
    }
    return Optional.empty();
  }

  private Set<String> implementations(String type) {
    Set<String> all = new TreeSet<>();
    Deque<String> open = new ArrayDeque<>(List.of(type));
    while (!open.isEmpty()) {
      String next = open.remove();
      if (all.add(next)) {
        open.addAll(subtypes.getOrDefault(next, Set.of()));
      }
    }
    return all;
  }

  private Optional<String> path(String owner, String name, String descriptor) {
    ClassNode type = classes.get(owner);
    if (type == null) {
      return Optional.empty();
    }
    Optional<MethodNode> found = type.methods.stream()
        .filter(method -> method.name.equals(name) && method.desc.equals(descriptor))
        .findFirst();
    if (found.isEmpty()) {
      return type.superName == null ? Optional.empty() : path(type.superName, name, descriptor);
    }
    String key = owner + "." + name + descriptor;
    Optional<String> known = blocking.get(key);
    if (known != null) {
      return known;
    }
    // Until it is known: a method that calls itself adds nothing.
    blocking.put(key, Optional.empty());
    Optional<String> path = Optional.empty();
    for (AbstractInsnNode instruction : found.get().instructions) {
      if (instruction instanceof MethodInsnNode call) {
        path = reached(call)
            .map(end -> shortName(call.owner) + "." + call.name
                + (end.isEmpty() ? "" : ", which calls " + end));
        if (path.isPresent()) {
          break;
        }
      }
    }
    blocking.put(key, path);
    return path;
  }

  private static List<MethodInsnNode> callsUnderMonitor(MethodNode method) {
    InsnList code = method.instructions;
    boolean whole = (method.access & Opcodes.ACC_SYNCHRONIZED) != 0;
    Set<Integer> held = whole ? Set.of() : underMonitor(method);
    List<MethodInsnNode> calls = new ArrayList<>();
    for (int i = 0; i < code.size(); i++) {
      if (code.get(i) instanceof MethodInsnNode call && (whole || held.contains(i))) {
        calls.add(call);
      }
    }
    return calls;
  }

  /** The places of the instructions that some way through the method reaches with a monitor held. */
  private static Set<Integer> underMonitor(MethodNode method) {
    InsnList code = method.instructions;
    Set<Integer> held = new HashSet<>();
    Set<Long> seen = new HashSet<>();
    Deque<int[]> open = new ArrayDeque<>();
    open.add(new int[] {0, 0});
    while (!open.isEmpty()) {
      int[] state = open.remove();
      int at = state[0];
      int depth = state[1];
      if (at >= code.size() || !seen.add(((long) at << 32) | depth)) {
        continue;
      }
      if (depth > 0) {
        held.add(at);
      }
      AbstractInsnNode instruction = code.get(at);
      int opcode = instruction.getOpcode();
      int after = opcode == Opcodes.MONITORENTER
          ? depth + 1
          : opcode == Opcodes.MONITOREXIT ? Math.max(0, depth - 1) : depth;
      for (TryCatchBlockNode handler : method.tryCatchBlocks) {
        if (code.indexOf(handler.start) <= at && at < code.indexOf(handler.end)) {
          // The handler that releases a monitor covers the release: it has happened by then.
          open.add(new int[] {code.indexOf(handler.handler), Math.max(depth, after)});
        }
      }
      targets(instruction).forEach(target -> open.add(new int[] {code.indexOf(target), after}));
      boolean ends = opcode == Opcodes.GOTO
          || opcode == Opcodes.ATHROW
          || opcode == Opcodes.TABLESWITCH
          || opcode == Opcodes.LOOKUPSWITCH
          || (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN);
      if (!ends) {
        open.add(new int[] {at + 1, after});
      }
    }
    return held;
  }

  private static List<LabelNode> targets(AbstractInsnNode instruction) {
    if (instruction instanceof JumpInsnNode jump) {
      return List.of(jump.label);
    }
    List<LabelNode> targets = new ArrayList<>();
    if (instruction instanceof TableSwitchInsnNode table) {
      targets.addAll(table.labels);
      targets.add(table.dflt);
    } else if (instruction instanceof LookupSwitchInsnNode lookup) {
      targets.addAll(lookup.labels);
      targets.add(lookup.dflt);
    }
    return targets;
  }
}
