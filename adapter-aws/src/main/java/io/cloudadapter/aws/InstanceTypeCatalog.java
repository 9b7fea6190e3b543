package io.cloudadapter.aws;

import com.google.common.collect.Lists;
import com.google.common.collect.SetMultimap;
import com.google.common.collect.TreeMultimap;
import io.cloudadapter.api.cloud.MachineSize;
import io.cloudadapter.api.cloud.Quota;
import io.cloudadapter.api.cloud.Quota.Bound;
import io.cloudadapter.aws.client.ApiCall;
import io.cloudadapter.aws.client.AwsClient;
import io.cloudadapter.aws.client.AwsErrorClassifier;
import io.cloudadapter.aws.client.AwsPages;
import io.cloudadapter.aws.client.AwsService;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.feature.MachineSizeCatalog;
import io.cloudadapter.spi.feature.Quotas;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import software.amazon.awssdk.services.ec2.model.DescribeInstanceTypeOfferingsResponse;
import software.amazon.awssdk.services.ec2.model.DescribeInstanceTypesResponse;
import software.amazon.awssdk.services.ec2.model.GpuDeviceInfo;
import software.amazon.awssdk.services.ec2.model.Instance;
import software.amazon.awssdk.services.ec2.model.InstanceTypeInfo;
import software.amazon.awssdk.services.ec2.model.InstanceTypeOffering;
import software.amazon.awssdk.services.ec2.model.LocationType;

/**
 * Instance types, and how many vCPUs of each class run. What the limits are EC2 does not tell: its attribute
 * max-instances is from before there were vCPU limits, and Service Quotas is another service.
 */
final class InstanceTypeCatalog implements MachineSizeCatalog, Quotas {
  /** As many as either request may have on a page, or name. */
  private static final int TYPES = 100;

  private static final int OFFERINGS = 1000;
  private static final int MOST_PAGES = 1000;
  private static final double GIB_PER_GB = 1e9 / (1L << 30);
  private static final ApiCall ASKED_TYPES =
      ApiCall.read(AwsService.EC2, "DescribeInstanceTypes", "instanceTypeSet");
  private static final ApiCall ASKED_OFFERINGS =
      ApiCall.read(AwsService.EC2, "DescribeInstanceTypeOfferings", "instanceTypeOfferingSet");

  private final AwsClient api;

  InstanceTypeCatalog(AwsClient api) {
    this.api = api;
  }

  /** By name. */
  @Override
  public List<MachineSize> sizes(CallContext call) {
    api.checkOpen();
    SetMultimap<String, String> zones = zones(call);
    Map<String, MachineSize> sizes = new TreeMap<>();
    AwsPages.read(ASKED_TYPES, MOST_PAGES, token -> {
      DescribeInstanceTypesResponse page = api.ec2(
          ASKED_TYPES,
          call,
          (ec2, with) -> ec2.describeInstanceTypes(
              ask -> ask.overrideConfiguration(with).maxResults(TYPES).nextToken(token)));
      for (InstanceTypeInfo type : page.instanceTypes()) {
        String name = name(type);
        // One that no zone offers cannot be launched.
        if (zones.containsKey(name)) {
          sizes.put(name, size(name, type, List.copyOf(zones.get(name))));
        }
      }
      return page.nextToken();
    });
    if (sizes.isEmpty()) {
      throw AwsErrorClassifier.notUnderstood(ASKED_TYPES, "instance type");
    }
    return List.copyOf(sizes.values());
  }

  private SetMultimap<String, String> zones(CallContext call) {
    SetMultimap<String, String> zones = TreeMultimap.create();
    AwsPages.read(ASKED_OFFERINGS, MOST_PAGES, token -> {
      DescribeInstanceTypeOfferingsResponse page = api.ec2(
          ASKED_OFFERINGS,
          call,
          (ec2, with) -> ec2.describeInstanceTypeOfferings(ask -> ask.overrideConfiguration(with)
              .locationType(LocationType.AVAILABILITY_ZONE)
              .maxResults(OFFERINGS)
              .nextToken(token)));
      for (InstanceTypeOffering offering : page.instanceTypeOfferings()) {
        if (offering.instanceTypeAsString() == null || offering.location() == null) {
          throw AwsErrorClassifier.notUnderstood(ASKED_OFFERINGS, "instance type and its zone");
        }
        zones.put(offering.instanceTypeAsString(), offering.location());
      }
      return page.nextToken();
    });
    return zones;
  }

  private static String name(InstanceTypeInfo type) {
    return Optional.ofNullable(type.instanceTypeAsString())
        .orElseThrow(() -> AwsErrorClassifier.notUnderstood(ASKED_TYPES, "instance type"));
  }

  private static MachineSize size(String name, InstanceTypeInfo type, List<String> zones) {
    if (type.memoryInfo() == null || type.memoryInfo().sizeInMiB() == null) {
      throw AwsErrorClassifier.notUnderstood(ASKED_TYPES, "memory of " + name);
    }
    return new MachineSize(
        name,
        cpus(name, type),
        type.memoryInfo().sizeInMiB(),
        disk(type),
        OptionalInt.of(gpus(type)),
        zones);
  }

  private static int cpus(String name, InstanceTypeInfo type) {
    if (type.vCpuInfo() == null || type.vCpuInfo().defaultVCpus() == null) {
      throw AwsErrorClassifier.notUnderstood(ASKED_TYPES, "vCPUs of " + name);
    }
    return type.vCpuInfo().defaultVCpus();
  }

  /** Its instance store; volumes are chosen at the launch. */
  private static long disk(InstanceTypeInfo type) {
    return type.instanceStorageInfo() == null || type.instanceStorageInfo().totalSizeInGB() == null
        ? 0
        : (long) (type.instanceStorageInfo().totalSizeInGB() * GIB_PER_GB);
  }

  private static int gpus(InstanceTypeInfo type) {
    return type.gpuInfo() == null
        ? 0
        : type.gpuInfo().gpus().stream()
            .map(GpuDeviceInfo::count)
            .mapToInt(count -> count == null ? 0 : count)
            .sum();
  }

  /** Instances that stand still do not count, here as there. */
  @Override
  public List<Quota> quotas(CallContext call) {
    api.checkOpen();
    List<Instance> running = new ArrayList<>();
    InstanceLister.pages(
        api,
        List.of(),
        row -> {
          if (Set.of("pending", "running").contains(InstanceParser.state(row))) {
            running.add(row);
          }
        },
        call);
    Set<String> types = new TreeSet<>();
    running.forEach(row -> types.add(type(row)));
    Map<String, Integer> cpus = cpus(types, call);
    Map<String, Long> used = new TreeMap<>();
    used.put(VcpuQuotaClass.STANDARD.quota(false), 0L);
    used.put(VcpuQuotaClass.STANDARD.quota(true), 0L);
    for (Instance row : running) {
      boolean spot = "spot".equals(row.instanceLifecycleAsString());
      used.merge(
          VcpuQuotaClass.of(type(row)).quota(spot),
          (long) cpus.getOrDefault(type(row), 0),
          Long::sum);
    }
    return used.entrySet().stream()
        .map(each -> new Quota(
            each.getKey(),
            Quota.Resource.CPUS,
            false,
            each.getValue(),
            Bound.UNTOLD,
            OptionalLong.empty()))
        .toList();
  }

  private static String type(Instance row) {
    return InstanceParser.size(row)
        .orElseThrow(
            () -> AwsErrorClassifier.notUnderstood(InstanceLister.ASKED, "type of an instance"));
  }

  /** The vCPUs of all of these types, or an error. */
  private Map<String, Integer> cpus(Collection<String> types, CallContext call) {
    Map<String, Integer> cpus = new TreeMap<>();
    for (List<String> some : Lists.partition(List.copyOf(types), TYPES)) {
      api.ec2(
              ASKED_TYPES,
              call,
              (ec2, with) -> ec2.describeInstanceTypes(
                  ask -> ask.overrideConfiguration(with).instanceTypesWithStrings(some)))
          .instanceTypes()
          .forEach(type -> cpus.put(name(type), cpus(name(type), type)));
    }
    if (!cpus.keySet().containsAll(types)) {
      throw AwsErrorClassifier.notUnderstood(ASKED_TYPES, "instance type that runs");
    }
    return cpus;
  }
}
