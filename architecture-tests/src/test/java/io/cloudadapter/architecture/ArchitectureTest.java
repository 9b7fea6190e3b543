package io.cloudadapter.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Layers, packages and visibility, of the main classes of all modules. {@link Layers} has each edge; in short, each
 * uses only what is below it:
 *
 * <pre>
 *   cli                                          core
 *    │                                            │
 *    ├── server ─────┬── core ──┐                bootstrap ──► store.shared ─► store.embedded
 *    ├── simulation ─┘          │                 │                                  │
 *    ├── testkit ──── simulated ┤                runtime                             │
 *    └── client ────────────────┤                 │                                  │
 *   aws  openstack  webhook ────┤                keeper ─► planning ─► ledger ─► store ─► store.quorum
 *    └── http ──────────────────┤                                        │                   │
 *   etcd (on core)              │                                        │                   │
 *                              api                                    protocol           exception
 *                                                                        │
 *                                                                      config
 * </pre>
 */
class ArchitectureTest {
  private static final String ROOT = "io.cloudadapter.";

  /** A pool's types name their actions, hooks and scaling, which name the pool: one unit in several packages. */
  private static final Set<String> ONE_UNIT = Set.of(
      "api",
      "api.action",
      "api.event",
      "api.health",
      "api.hook",
      "api.refresh",
      "api.scaling",
      "api.warm");

  private static BuiltModules modules;

  @BeforeAll
  static void readTheClasses() {
    modules = BuiltModules.read();
  }

  @Test
  void theClassesOfEachModuleAreFound() {
    for (String module : BuiltModules.namesWithMain()) {
      assertThat(modules.packages(module))
          .as("packages with main classes in %s; compile it: mvn package -DskipTests", module)
          .isNotEmpty();
    }
    assertThat(BuiltModules.namesWithMain())
        .as("modules with main classes; list a new one in Layers.MODULES")
        .containsExactlyInAnyOrderElementsOf(Layers.read(Layers.MODULES).keySet());
  }

  @Test
  void modulesUseOnlyTheModulesBelowThem() {
    Map<String, Set<String>> real = new TreeMap<>();
    BuiltModules.namesWithMain().forEach(module -> real.put(module, new TreeSet<>()));
    forEachDependency((from, to) -> {
      String user = modules.module(from).orElseThrow();
      String used = modules.module(to).orElseThrow();
      if (!user.equals(used)) {
        real.get(user).add(used);
      }
    });
    assertSame("Layers.MODULES", Layers.read(Layers.MODULES), real);
  }

  @Test
  void packagesUseOnlyThePackagesBelowThemInTheirModule() {
    Map<String, Set<String>> real = packageUses();
    real.keySet().retainAll(packagesOfLargeModules());
    assertSame("Layers.PACKAGES", Layers.read(Layers.PACKAGES), real);
  }

  @Test
  void theLayersHaveOneDirection() {
    for (String table : List.of(Layers.MODULES, Layers.PACKAGES)) {
      List<String> above = new ArrayList<>();
      Layers.read(table).forEach((user, used) -> {
        above.add(user);
        List<String> upwards = above.stream()
            .filter(used::contains)
            .filter(each -> !ONE_UNIT.contains(user) || !ONE_UNIT.contains(each))
            .toList();
        assertThat(upwards)
            .as("%s uses what stands above it; cut the edge, do not move the line", user)
            .isEmpty();
      });
    }
  }

  @Test
  void noPackagesOfAModuleUseEachOtherInACircle() {
    Map<String, Set<String>> uses = packageUses();
    uses.keySet().removeAll(ONE_UNIT);
    // What uses nothing that is left, or is used by nothing that is left, is in no cycle.
    boolean shrinks = true;
    while (shrinks) {
      shrinks = uses.values().removeIf(used -> used.stream().noneMatch(uses::containsKey))
          | uses.keySet()
              .removeIf(each -> uses.values().stream().noneMatch(used -> used.contains(each)));
    }
    uses.values().forEach(used -> used.retainAll(uses.keySet()));
    assertThat(uses)
        .as("packages in a cycle, with those of it that they use;"
            + " move the type that points up, or what it uses")
        .isEmpty();
  }

  @Test
  void noPackageIsInTwoModules() {
    Map<String, Set<String>> owners = new TreeMap<>();
    for (String module : BuiltModules.namesWithMain()) {
      modules
          .packages(module)
          .forEach(name -> owners.computeIfAbsent(name, n -> new TreeSet<>()).add(module));
    }
    owners.values().removeIf(of -> of.size() == 1);
    assertThat(owners)
        .as("packages in two modules' jars, which Java modules refuse; rename one of them")
        .isEmpty();
  }

  @Test
  void typesInPackagesThatAreNotExportedArePublicOnlyIfAnotherPackageUsesThem() {
    assertThat(new NeedlesslyPublic(modules).types())
        .as("public types that only their own package uses; remove public")
        .isEmpty();
  }

  @Test
  void membersInPackagesThatAreNotExportedArePublicOnlyIfAnotherPackageUsesThem() {
    assertThat(new NeedlesslyPublic(modules).members())
        .as("public fields, methods and constructors that only their own package uses;"
            + " remove public")
        .isEmpty();
  }

  private interface Edge {
    void is(JavaClass from, JavaClass to);
  }

  private static void forEachDependency(Edge edge) {
    for (JavaClass user : modules.main()) {
      for (Dependency dependency : user.getDirectDependenciesFromSelf()) {
        JavaClass used = BuiltModules.elementType(dependency.getTargetClass());
        if (modules.module(used).isPresent()) {
          edge.is(user, used);
        }
      }
    }
  }

  /** Each package with those of its own module that it uses. */
  private static Map<String, Set<String>> packageUses() {
    Map<String, Set<String>> uses = new TreeMap<>();
    for (JavaClass type : modules.main()) {
      uses.putIfAbsent(name(type), new TreeSet<>());
    }
    forEachDependency((from, to) -> {
      if (modules.module(from).equals(modules.module(to)) && !name(from).equals(name(to))) {
        uses.get(name(from)).add(name(to));
      }
    });
    return uses;
  }

  private static Set<String> packagesOfLargeModules() {
    Set<String> names = new TreeSet<>();
    for (String module : BuiltModules.namesWithMain()) {
      Set<String> packages = modules.packages(module);
      if (packages.size() > 1) {
        packages.forEach(each -> names.add(each.replace(ROOT, "")));
      }
    }
    return names;
  }

  private static String name(JavaClass type) {
    return type.getPackageName().replace(ROOT, "");
  }

  private static void assertSame(
      String table, Map<String, Set<String>> allowed, Map<String, Set<String>> real) {
    Set<String> differences = new TreeSet<>();
    real.forEach((user, used) -> {
      Set<String> may = allowed.getOrDefault(user, Set.of());
      used.stream()
          .filter(each -> !may.contains(each))
          .forEach(each -> differences.add(user + " uses " + each + ", which " + table
              + " does not allow: cut the edge, or add it there if it goes down"));
      may.stream()
          .filter(each -> !used.contains(each))
          .forEach(each ->
              differences.add(user + " uses " + each + " no longer: remove it from " + table));
      if (!allowed.containsKey(user)) {
        differences.add(user + " is not in " + table + ": add a line for it");
      }
    });
    allowed.keySet().stream()
        .filter(user -> !real.containsKey(user))
        .forEach(user -> differences.add(user + " is gone: remove its line from " + table));
    assertThat(differences).isEmpty();
  }
}
