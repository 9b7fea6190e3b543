package io.cloudadapter.testkit.secret;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the objects that an object leads to by its fields, and shows the text of each: what a debugger, a heap report
 * or a careless log line would print. Fields of modules that are not open, and those of Java itself, are left out.
 */
public final class ReachableObjects {
  private static final int AT_MOST = 20_000;

  private final BiConsumer<String, String> texts;
  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Deque<Object> next = new ArrayDeque<>();

  private ReachableObjects(BiConsumer<String, String> texts) {
    this.texts = texts;
  }

  /**
   * Shows the text of an object and of all that it leads to, as far as their classes write one.
   *
   * @param root where to begin
   * @param texts gets the name of each class and the text of its object
   */
  public static void show(Object root, BiConsumer<String, String> texts) {
    ReachableObjects objects = new ReachableObjects(texts);
    objects.add(root);
    while (!objects.next.isEmpty() && objects.seen.size() < AT_MOST) {
      objects.visit(objects.next.remove());
    }
  }

  private void add(@Nullable Object object) {
    if (object != null && !isPlain(object) && seen.add(object)) {
      next.add(object);
    }
  }

  private static boolean isPlain(Object object) {
    return object instanceof CharSequence
        || object instanceof Number
        || object instanceof Class<?>
        || object instanceof Enum<?>
        || object instanceof Thread
        || object instanceof ClassLoader;
  }

  private void visit(Object object) {
    if (object instanceof Object[] array) {
      Arrays.asList(array).forEach(this::add);
      return;
    }
    if (object.getClass().isArray()) {
      return;
    }
    if (isJavas(object.getClass())) {
      contents(object).forEach(this::add);
      return;
    }
    if (writesText(object.getClass())) {
      texts.accept(object.getClass().getName(), text(object));
    }
    for (Class<?> type = object.getClass();
        type != null && !isJavas(type);
        type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
          value(field, object).ifPresent(this::add);
        }
      }
    }
  }

  private static boolean isJavas(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    return loader == null || loader == ClassLoader.getPlatformClassLoader();
  }

  /** What a collection of Java holds. */
  private static Collection<?> contents(Object object) {
    try {
      if (object instanceof Map<?, ?> map) {
        List<Object> all = new ArrayList<>(map.keySet());
        all.addAll(map.values());
        return all;
      }
      if (object instanceof Collection<?> collection) {
        return new ArrayList<>(collection);
      }
    } catch (RuntimeException changing) {
      // Another thread changes it just now.
      return List.of();
    }
    if (object instanceof Optional<?> optional) {
      return optional.stream().toList();
    }
    if (object instanceof AtomicReference<?> reference) {
      return Optional.ofNullable(reference.get()).stream().toList();
    }
    return List.of();
  }

  private static boolean writesText(Class<?> type) {
    try {
      return type.getMethod("toString").getDeclaringClass() != Object.class;
    } catch (NoSuchMethodException never) {
      throw new IllegalStateException(never);
    }
  }

  private static String text(Object object) {
    try {
      return String.valueOf(object);
    } catch (RuntimeException unwilling) {
      // Foreign code: what it throws is a text that a log would show, too.
      return String.valueOf(unwilling);
    }
  }

  private static Optional<Object> value(Field field, Object object) {
    try {
      field.setAccessible(true);
      return Optional.ofNullable(field.get(object));
    } catch (IllegalAccessException | RuntimeException closed) {
      // A module that is not open: its objects cannot be looked into.
      return Optional.empty();
    }
  }
}
