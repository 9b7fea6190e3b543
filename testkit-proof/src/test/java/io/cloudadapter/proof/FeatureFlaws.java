package io.cloudadapter.proof;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.Cidr;
import io.cloudadapter.api.cloud.Instance;
import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.api.cloud.Route;
import io.cloudadapter.api.cloud.SshKey;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.feature.Clusters;
import io.cloudadapter.spi.feature.Instances;
import io.cloudadapter.spi.feature.LoadBalancerRegistration;
import io.cloudadapter.spi.feature.Routes;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Chapters 9 and 12: bugs in batches, instances, clusters and routes, which the example adapter does not have. */
final class FeatureFlaws {
  private static final int PAGE = 3;

  private FeatureFlaws() {}

  static List<FeatureFlaw<?>> all() {
    return Stream.of(
            BatchFlaws.all(), SpotFlaws.all(), beside(), OfferFlaws.all(), HealthFlaws.all())
        .flatMap(List::stream)
        .toList();
  }

  private static List<FeatureFlaw<?>> beside() {
    return List.of(
        instances("MP-12.1", "tells of three instances", "lack", right -> new Bent(right) {
          @Override
          public List<Instance> all(CallContext call) {
            return right.all(call).stream().limit(PAGE).toList();
          }
        }),
        instances("MP-12.1", "tells only of what runs", "lack", right -> new Bent(right) {
          @Override
          public List<Instance> all(CallContext call) {
            return right.all(call).stream().filter(one -> !one.shutDown()).toList();
          }
        }),
        instances(
            "MP-12.2", "takes a name for an expression", "the name", right -> new Bent(right) {
              @Override
              public Optional<Instance> named(String name, CallContext call) {
                return all(call).stream()
                    .filter(one -> one.name().matches(name))
                    .findFirst();
              }
            }),
        instances(
            "MP-12.2", "looks at the letters of hosts", "host name", right -> new Bent(right) {
              @Override
              public Optional<Instance> hosted(String hostName, CallContext call) {
                return right.hosted(hostName, call).filter(one -> one.hostName().equals(hostName));
              }
            }),
        instances("MP-12.3", "finds nothing when it fails", "is nothing", right -> new Bent(right) {
          @Override
          public Optional<Instance> named(String name, CallContext call) {
            try {
              return right.named(name, call);
            } catch (CloudException e) {
              return Optional.empty();
            }
          }
        }),
        instances(
            "MP-12.4", "believes in keys that were lost", "0 times", right -> new Bent(right) {
              @Override
              public boolean addSshKey(SshKey key, CallContext call) {
                try {
                  return right.addSshKey(key, call);
                } catch (CloudException e) {
                  return true;
                }
              }
            }),
        new FeatureFlaw<>(
            AdapterMutant.of("MP-12.30", "knows no cluster when it fails", "the clusters are []"),
            Clusters.class,
            right -> call -> {
              try {
                return right.clusters(call);
              } catch (CloudException e) {
                return List.of();
              }
            }),
        routes("MP-12.40", "tells of three routes", "the routes are", right -> new Led(right) {
          @Override
          public List<Route> routes(String cluster, CallContext call) {
            return right.routes(cluster, call).stream().limit(PAGE).toList();
          }
        }),
        routes("MP-12.40", "keeps black holes to itself", "instead of", right -> new Led(right) {
          @Override
          public List<Route> routes(String cluster, CallContext call) {
            return right.routes(cluster, call).stream()
                .filter(one -> !one.blackhole())
                .toList();
          }
        }),
        routes("MP-12.41", "cannot make what is there", "create failed", right -> new Led(right) {
          @Override
          public Route create(
              String cluster, String name, String target, Cidr destination, CallContext call) {
            if (right.routes(cluster, call).stream()
                .anyMatch(one -> one.destination().same(destination))) {
              throw refused(Kind.CONFLICT, "it is there already");
            }
            return right.create(cluster, name, target, destination, call);
          }
        }),
        routes(
            "MP-12.41",
            "cannot delete a route that is gone",
            "delete failed",
            right -> new Led(right) {
              @Override
              public void delete(String cluster, String name, CallContext call) {
                if (right.routes(cluster, call).stream()
                    .noneMatch(one -> one.name().equals(name))) {
                  throw refused(Kind.NOT_FOUND, "there is no route " + name);
                }
                right.delete(cluster, name, call);
              }
            }),
        routes(
            "MP-12.42", "replaces what is in the way", "must be CONFLICT", right -> new Led(right) {
              @Override
              public Route create(
                  String cluster, String name, String target, Cidr destination, CallContext call) {
                try {
                  return right.create(cluster, name, target, destination, call);
                } catch (CloudException e) {
                  if (e.kind() != Kind.CONFLICT) {
                    throw e;
                  }
                  right
                      .routes(cluster, call)
                      .forEach(one -> right.delete(cluster, one.name(), call));
                  return right.create(cluster, name, target, destination, call);
                }
              }
            }),
        routes("MP-12.43", "is sure of every error", ", and made of", right -> new Led(right) {
          @Override
          public void delete(String cluster, String name, CallContext call) {
            try {
              right.delete(cluster, name, call);
            } catch (CloudException e) {
              throw refused(e.kind(), String.valueOf(e.getMessage()));
            }
          }
        }),
        new FeatureFlaw<>(
            AdapterMutant.of("MP-12.50", "takes everybody out", "instead of").drags("MP-12.51"),
            LoadBalancerRegistration.class,
            right -> new Put(right) {
              @Override
              public void deregister(
                  LoadBalancerName balancer, Set<MachineId> machines, CallContext call) {
                right.deregister(balancer, right.registered(balancer, call), call);
              }
            }),
        new FeatureFlaw<>(
            AdapterMutant.of("MP-12.51", "knows only machines that are in", "was")
                .drags("MP-12.50"),
            LoadBalancerRegistration.class,
            right -> new Put(right) {
              @Override
              public void deregister(
                  LoadBalancerName balancer, Set<MachineId> machines, CallContext call) {
                if (!right.registered(balancer, call).containsAll(machines)) {
                  throw refused(Kind.NOT_FOUND, "some are not behind it");
                }
                right.deregister(balancer, machines, call);
              }
            }),
        registration(
            "MP-12.52",
            "returns no machines behind a missing load balancer",
            "must be NOT_FOUND",
            right -> new Put(right) {
              @Override
              public Set<MachineId> registered(LoadBalancerName balancer, CallContext call) {
                try {
                  return right.registered(balancer, call);
                } catch (CloudException e) {
                  if (e.kind() == Kind.NOT_FOUND) {
                    return Set.of();
                  }
                  throw e;
                }
              }
            }),
        registration(
            "MP-12.53",
            "is sure that no machine was registered",
            ", and made of",
            right -> new Put(right) {
              @Override
              public void register(
                  LoadBalancerName balancer, Set<MachineId> machines, CallContext call) {
                try {
                  right.register(balancer, machines, call);
                } catch (CloudException e) {
                  throw refused(e.kind(), String.valueOf(e.getMessage()));
                }
              }
            }));
  }

  static List<AdapterMutant> mutants() {
    return all().stream().map(FeatureFlaw::mutant).toList();
  }

  private static FeatureFlaw<Instances> instances(
      String rule, String bug, String says, java.util.function.UnaryOperator<Instances> broken) {
    return new FeatureFlaw<>(AdapterMutant.of(rule, bug, says), Instances.class, broken);
  }

  private static FeatureFlaw<Routes> routes(
      String rule, String bug, String says, java.util.function.UnaryOperator<Routes> broken) {
    return new FeatureFlaw<>(AdapterMutant.of(rule, bug, says), Routes.class, broken);
  }

  private static FeatureFlaw<LoadBalancerRegistration> registration(
      String rule,
      String bug,
      String says,
      java.util.function.UnaryOperator<LoadBalancerRegistration> broken) {
    return new FeatureFlaw<>(
        AdapterMutant.of(rule, bug, says), LoadBalancerRegistration.class, broken);
  }

  private static CloudException refused(Kind kind, String message) {
    return CloudException.of(kind, Effect.NONE, message).build();
  }

  /** Right instances, but for what is overridden. */
  private static class Bent implements Instances {
    private final Instances right;

    Bent(Instances right) {
      this.right = right;
    }

    @Override
    public List<Instance> all(CallContext call) {
      return right.all(call);
    }

    @Override
    public Optional<Instance> named(String name, CallContext call) {
      return right.named(name, call);
    }

    @Override
    public Optional<Instance> hosted(String hostName, CallContext call) {
      return right.hosted(hostName, call);
    }

    @Override
    public Optional<Instance> identified(MachineId id, CallContext call) {
      return right.identified(id, call);
    }

    @Override
    public boolean addSshKey(SshKey key, CallContext call) {
      return right.addSshKey(key, call);
    }
  }

  /** Right routes, but for what is overridden. */
  private static class Led implements Routes {
    private final Routes right;

    Led(Routes right) {
      this.right = right;
    }

    @Override
    public List<Route> routes(String cluster, CallContext call) {
      return right.routes(cluster, call);
    }

    @Override
    public Route create(
        String cluster, String name, String target, Cidr destination, CallContext call) {
      return right.create(cluster, name, target, destination, call);
    }

    @Override
    public void delete(String cluster, String name, CallContext call) {
      right.delete(cluster, name, call);
    }
  }

  /** Right registration, but for what is overridden. */
  private static class Put implements LoadBalancerRegistration {
    private final LoadBalancerRegistration right;

    Put(LoadBalancerRegistration right) {
      this.right = right;
    }

    @Override
    public Set<MachineId> registered(LoadBalancerName balancer, CallContext call) {
      return right.registered(balancer, call);
    }

    @Override
    public void register(LoadBalancerName balancer, Set<MachineId> machines, CallContext call) {
      right.register(balancer, machines, call);
    }

    @Override
    public void deregister(LoadBalancerName balancer, Set<MachineId> machines, CallContext call) {
      right.deregister(balancer, machines, call);
    }
  }
}
