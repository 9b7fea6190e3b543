package io.cloudadapter.architecture;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds what is public in packages that no module exports to all, though only its own package uses it.
 *
 * <p>Some uses leave no trace in classes, so these are not looked at: constants, which the compiler copies; types whose
 * only members in use are constants; constructors without parameters, which are as public as their class if the source
 * has none; and what Java or a framework requires to be public (overrides, components of records, services, methods
 * with annotations).
 */
final class NeedlesslyPublic {
  /** Logback makes it by its name in adapter-serve-logback.xml. */
  private static final Set<String> MADE_BY_NAME = Set.of("io.cloudadapter.cli.server.OwnedLogFile");

  private final BuiltModules modules;
  private final Set<JavaClass> usedTypes = new HashSet<>();
  private final Set<JavaMember> usedMembers = new HashSet<>();

  NeedlesslyPublic(BuiltModules modules) {
    this.modules = modules;
    modules.all().forEach(this::collectUses);
  }

  /** The types, by their full names. */
  Set<String> types() {
    return inside()
        .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
        .filter(type -> !usedTypes.contains(type))
        .filter(
            type -> type.getEnclosingClass().map(outer -> !outer.isInterface()).orElse(true))
        .filter(type -> !modules.services().contains(type.getName()))
        .filter(type -> !MADE_BY_NAME.contains(type.getName()))
        .filter(type -> type.getFields().stream().noneMatch(NeedlesslyPublic::isPublicConstant))
        .map(JavaClass::getName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The fields, methods and constructors, by their full names. */
  Set<String> members() {
    return inside()
        .filter(type -> !type.isInterface() && !type.isAnonymousClass())
        .flatMap(type -> type.getMembers().stream())
        .filter(member -> member.getModifiers().contains(JavaModifier.PUBLIC))
        .filter(member -> !usedMembers.contains(member) && !mustBePublic(member))
        .map(JavaMember::getFullName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The main classes in packages that no module exports to all. */
  private Stream<JavaClass> inside() {
    return modules.main().stream()
        .filter(
            type -> !modules.exported(modules.module(type).orElseThrow(), type.getPackageName()));
  }

  private void collectUses(JavaClass user) {
    for (Dependency dependency : user.getDirectDependenciesFromSelf()) {
      use(user, dependency.getTargetClass());
    }
    for (JavaAccess<?> access : user.getAccessesFromSelf()) {
      AccessTarget target = access.getTarget();
      if (target instanceof CodeUnitAccessTarget called) {
        called.getRawParameterTypes().forEach(type -> use(user, type));
        use(user, called.getRawReturnType());
      }
      target.resolveMember().ifPresent(member -> {
        if (!samePackage(member.getOwner(), user)) {
          usedMembers.add(member);
        }
      });
    }
    // A method that a subclass elsewhere overrides.
    for (JavaMethod method : user.getMethods()) {
      user.getAllRawSuperclasses().stream()
          .filter(parent -> !samePackage(parent, user))
          .flatMap(parent -> overridden(parent, method))
          .forEach(usedMembers::add);
    }
  }

  private void use(JavaClass user, JavaClass type) {
    JavaClass used = BuiltModules.elementType(type);
    if (!samePackage(used, user)) {
      for (Optional<JavaClass> each = Optional.of(used);
          each.isPresent();
          each = each.get().getEnclosingClass()) {
        usedTypes.add(each.get());
      }
    }
  }

  private static boolean samePackage(JavaClass one, JavaClass other) {
    return one.getPackageName().equals(other.getPackageName());
  }

  private boolean mustBePublic(JavaMember member) {
    JavaClass owner = member.getOwner();
    if (!member.getAnnotations().isEmpty()
        || member.getModifiers().contains(JavaModifier.SYNTHETIC)) {
      return true;
    }
    if (member instanceof JavaField field) {
      return isPublicConstant(field);
    }
    JavaCodeUnit unit = (JavaCodeUnit) member;
    if (unit instanceof JavaConstructor) {
      return owner.isRecord() || unit.getRawParameterTypes().isEmpty();
    }
    JavaMethod method = (JavaMethod) unit;
    boolean ofTheLanguage =
        owner.isEnum() && List.of("values", "valueOf").contains(method.getName())
            || owner.isRecord()
                && method.getRawParameterTypes().isEmpty()
                && owner.tryGetField(method.getName()).isPresent()
            || method.getName().equals("main");
    return ofTheLanguage || overrides(method) || extendsOtherLibrary(owner);
  }

  /** The classes of other libraries are not on this module's class path, so what they ask for is unknown. */
  private boolean extendsOtherLibrary(JavaClass type) {
    return Stream.concat(type.getAllRawSuperclasses().stream(), type.getAllRawInterfaces().stream())
        .anyMatch(parent ->
            modules.module(parent).isEmpty() && !parent.getPackageName().startsWith("java."));
  }

  /** Whether a supertype, or one of a subclass, has the method and asks that it is public. */
  private static boolean overrides(JavaMethod method) {
    JavaClass owner = method.getOwner();
    return Stream.concat(Stream.of(owner), owner.getAllSubclasses().stream())
        .flatMap(type -> Stream.concat(
            type.getAllRawInterfaces().stream(),
            type == owner ? type.getAllRawSuperclasses().stream() : Stream.empty()))
        .flatMap(parent -> overridden(parent, method))
        .anyMatch(above -> above.getModifiers().contains(JavaModifier.PUBLIC)
            || above.getModifiers().contains(JavaModifier.PROTECTED));
  }

  /** By name and number of parameters: with generics, their types differ. */
  private static Stream<JavaMethod> overridden(JavaClass parent, JavaMethod method) {
    int parameters = method.getRawParameterTypes().size();
    return parent.getMethods().stream()
        .filter(above -> above.getName().equals(method.getName()))
        .filter(above -> above.getRawParameterTypes().size() == parameters)
        .filter(above -> !above.getModifiers().contains(JavaModifier.STATIC));
  }

  private static boolean isPublicConstant(JavaField field) {
    JavaClass type = field.getRawType();
    return field.getModifiers().contains(JavaModifier.PUBLIC)
        && (field.getModifiers().contains(JavaModifier.ENUM)
            || field.getModifiers().contains(JavaModifier.STATIC)
                && field.getModifiers().contains(JavaModifier.FINAL)
                && (type.isPrimitive() || type.isEquivalentTo(String.class)));
  }
}
