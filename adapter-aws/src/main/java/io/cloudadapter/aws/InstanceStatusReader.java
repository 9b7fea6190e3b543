package io.cloudadapter.aws;

import com.google.common.collect.Lists;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.api.health.MachineHealth;
import io.cloudadapter.aws.client.ApiCall;
import io.cloudadapter.aws.client.AwsClient;
import io.cloudadapter.aws.client.AwsErrorClassifier;
import io.cloudadapter.aws.client.AwsPages;
import io.cloudadapter.aws.client.AwsService;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.feature.InstanceStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.ec2.model.DescribeInstanceStatusResponse;
import software.amazon.awssdk.services.ec2.model.InstanceStatusSummary;

/**
 * Reads the status checks of EC2: that of the system below an instance, and that of the instance. Events that EC2 has
 * planned are not read.
 *
 * <p>EC2 has no filter for ids here, and refuses a request as a whole if it does not know one of them. It names those,
 * and they are left out of the next request.
 */
final class InstanceStatusReader implements InstanceStatus {
  /** As many ids as EC2 takes in one request. */
  private static final int MOST_IDS = 100;

  private static final int MOST_PAGES = 1000;
  private static final Pattern ID = Pattern.compile("\\bi-[0-9a-f]{8,17}\\b");
  private static final ApiCall ASKED =
      ApiCall.read(AwsService.EC2, "DescribeInstanceStatus", "instanceStatusSet");

  private final AwsClient api;

  InstanceStatusReader(AwsClient api) {
    this.api = api;
  }

  @Override
  public List<HealthReport> statuses(Set<MachineId> machines, CallContext call) {
    api.checkOpen();
    List<String> ids = machines.stream()
        .map(MachineId::value)
        .filter(InstanceParser::isId)
        .sorted()
        .toList();
    List<HealthReport> reports = new ArrayList<>();
    for (List<String> some : Lists.partition(ids, MOST_IDS)) {
      reports.addAll(known(some, call));
    }
    return reports;
  }

  /** The status of those that EC2 knows; soon after a launch it may not know an instance yet. */
  private List<HealthReport> known(List<String> ids, CallContext call) {
    Set<String> left = new TreeSet<>(ids);
    while (!left.isEmpty()) {
      try {
        return read(left, call);
      } catch (CloudException e) {
        if (!AwsErrorClassifier.isNoMachine(e) || !left.removeAll(named(e.getMessage()))) {
          throw e;
        }
      }
    }
    return List.of();
  }

  private static Set<String> named(@Nullable String message) {
    Set<String> named = new TreeSet<>();
    Matcher matcher = ID.matcher(message == null ? "" : message);
    while (matcher.find()) {
      named.add(matcher.group());
    }
    return named;
  }

  private List<HealthReport> read(Set<String> ids, CallContext call) {
    List<HealthReport> reports = new ArrayList<>();
    AwsPages.read(ASKED, MOST_PAGES, token -> {
      DescribeInstanceStatusResponse page = api.ec2(
          ASKED,
          call,
          (ec2, with) -> ec2.describeInstanceStatus(
              ask -> ask.overrideConfiguration(with).instanceIds(ids).nextToken(token)));
      for (software.amazon.awssdk.services.ec2.model.InstanceStatus row : page.instanceStatuses()) {
        if (row.instanceId() != null && ids.contains(row.instanceId())) {
          reports.add(report(row));
        }
      }
      return page.nextToken();
    });
    return reports;
  }

  private static HealthReport report(software.amazon.awssdk.services.ec2.model.InstanceStatus row) {
    String system = status(row.systemStatus());
    String instance = status(row.instanceStatus());
    HealthVerdict verdict = system.equals("impaired") || instance.equals("impaired")
        ? HealthVerdict.BAD
        : system.equals("ok") && instance.equals("ok")
            ? HealthVerdict.OK
            : HealthVerdict.CANNOT_TELL;
    return new HealthReport(
        new MachineId(row.instanceId()),
        verdict,
        MachineHealth.shortened("system " + system + ", instance " + instance));
  }

  private static String status(@Nullable InstanceStatusSummary summary) {
    String status = summary == null ? null : summary.statusAsString();
    return status == null ? "not available" : status;
  }
}
