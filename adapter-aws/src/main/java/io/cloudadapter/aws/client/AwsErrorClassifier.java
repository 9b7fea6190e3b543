package io.cloudadapter.aws.client;

import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ErrorScope;
import io.cloudadapter.spi.LaunchSpec.Market;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What AWS's errors mean to a pool. The table is that of {@code docs/reference/aws-errors.md}; a test compares the
 * two.
 */
public final class AwsErrorClassifier {

  /** What an error concerns. */
  public enum Reach {
    ACCOUNT,
    REGION,
    /** The zone that was asked for, or else the region. */
    ZONE,
    /** What was asked for: this size in this zone, or if it was a spot machine, such ones. */
    SHORTAGE,
    /** Spot machines of every size. */
    SPOT,
    MACHINE
  }

  /**
   * A row of the table.
   *
   * @param code as the service calls it
   * @param kind what it means
   * @param effect of a write; NONE only where AWS has refused before it did anything
   * @param reach what it concerns
   */
  public record Row(
      String code,
      Kind kind,
      Effect effect,
      Reach reach,
      @Nullable Conflict conflict) {}

  public static final List<Row> TABLE = List.of(
      // Who asks
      row("AuthFailure", Kind.UNAUTHENTICATED),
      row("ExpiredToken", Kind.UNAUTHENTICATED),
      row("ExpiredTokenException", Kind.UNAUTHENTICATED),
      row("IncompleteSignature", Kind.UNAUTHENTICATED),
      row("IncompleteSignatureException", Kind.UNAUTHENTICATED),
      row("InvalidClientTokenId", Kind.UNAUTHENTICATED),
      row("InvalidSignatureException", Kind.UNAUTHENTICATED),
      row("MissingAuthenticationToken", Kind.UNAUTHENTICATED),
      row("MissingAuthenticationTokenException", Kind.UNAUTHENTICATED),
      row("RequestExpired", Kind.UNAUTHENTICATED),
      row("SignatureDoesNotMatch", Kind.UNAUTHENTICATED),
      row("UnrecognizedClientException", Kind.UNAUTHENTICATED),
      row("AccessDenied", Kind.DENIED),
      row("AccessDeniedException", Kind.DENIED),
      row("AuthorizationError", Kind.DENIED),
      row("Blocked", Kind.DENIED),
      row("InvalidSecurity", Kind.DENIED),
      row("KMSAccessDenied", Kind.DENIED),
      row("KMSOptInRequired", Kind.DENIED),
      row("KmsAccessDenied", Kind.DENIED),
      row("KmsOptInRequired", Kind.DENIED),
      row("OptInRequired", Kind.DENIED),
      row("PendingVerification", Kind.DENIED),
      row("UnauthorizedOperation", Kind.DENIED),
      // How often
      row("KMSThrottling", Kind.THROTTLED),
      row("KmsThrottled", Kind.THROTTLED),
      row("RequestLimitExceeded", Kind.THROTTLED),
      row("RequestThrottled", Kind.THROTTLED),
      row("RequestThrottledException", Kind.THROTTLED),
      row("Throttled", Kind.THROTTLED),
      row("Throttling", Kind.THROTTLED),
      row("ThrottlingException", Kind.THROTTLED),
      row("TooManyRequestsException", Kind.THROTTLED),
      // No room
      row("InsufficientCapacity", Kind.CAPACITY, Reach.SHORTAGE),
      row("InsufficientHostCapacity", Kind.CAPACITY, Reach.SHORTAGE),
      row("InsufficientInstanceCapacity", Kind.CAPACITY, Reach.SHORTAGE),
      row("InsufficientReservedInstanceCapacity", Kind.CAPACITY, Reach.SHORTAGE),
      row("ReservationCapacityExceeded", Kind.CAPACITY, Reach.SHORTAGE),
      row("SpotMaxPriceTooLow", Kind.CAPACITY, Reach.SHORTAGE),
      row("InsufficientFreeAddressesInSubnet", Kind.CAPACITY, Reach.ZONE),
      row("InsufficientAddressCapacity", Kind.CAPACITY, Reach.REGION),
      // No more of it
      row("MaxSpotInstanceCountExceeded", Kind.QUOTA, Reach.SPOT),
      row("AddressLimitExceeded", Kind.QUOTA),
      row("HostLimitExceeded", Kind.QUOTA),
      row("InstanceLimitExceeded", Kind.QUOTA),
      row("LimitExceeded", Kind.QUOTA),
      row("MaxIOPSLimitExceeded", Kind.QUOTA),
      row("NetworkInterfaceLimitExceeded", Kind.QUOTA),
      row("PrivateIpAddressLimitExceeded", Kind.QUOTA),
      row("ResourceCountLimitExceeded", Kind.QUOTA),
      row("RouteLimitExceeded", Kind.QUOTA),
      row("SnapshotLimitExceeded", Kind.QUOTA),
      row("TooManyListeners", Kind.QUOTA),
      row("TooManyLoadBalancers", Kind.QUOTA),
      row("TooManyRegistrationsForTargetId", Kind.QUOTA),
      row("TooManyTargetGroups", Kind.QUOTA),
      row("TooManyTargets", Kind.QUOTA),
      row("VcpuLimitExceeded", Kind.QUOTA),
      row("VolumeLimitExceeded", Kind.QUOTA),
      // Keys
      conflict("IdempotentInstanceTerminated", Conflict.KEY_SPENT),
      conflict("IdempotentParameterMismatch", Conflict.KEY_MISMATCH),
      conflict("DuplicateListener", Conflict.NAME_TAKEN),
      conflict("DuplicateLoadBalancerName", Conflict.NAME_TAKEN),
      conflict("DuplicateTargetGroupName", Conflict.NAME_TAKEN),
      conflict("InvalidAMIName.Duplicate", Conflict.NAME_TAKEN),
      row("AlreadyExists", Kind.CONFLICT),
      row("RouteAlreadyExists", Kind.CONFLICT),
      // Not just now
      conflict("ConcurrentTagAccess", Conflict.BUSY),
      conflict("IncorrectInstanceState", Conflict.BUSY),
      conflict("IncorrectState", Conflict.BUSY),
      conflict("InvalidTarget", Conflict.BUSY),
      conflict("OperationNotPermitted", Conflict.BUSY),
      conflict("ResourceContention", Conflict.BUSY),
      conflict("ResourceInUse", Conflict.BUSY),
      conflict("ScalingActivityInProgress", Conflict.BUSY),
      conflict("ServiceLinkedRoleFailure", Conflict.BUSY),
      // Not there
      row("InvalidInstanceID.Malformed", Kind.NOT_FOUND, Reach.MACHINE),
      row("InvalidInstanceID.NotFound", Kind.NOT_FOUND, Reach.MACHINE),
      row("InvalidAMIID.Malformed", Kind.NOT_FOUND),
      row("InvalidAMIID.NotFound", Kind.NOT_FOUND),
      row("InvalidAMIID.Unavailable", Kind.NOT_FOUND),
      row("InvalidGroup.NotFound", Kind.NOT_FOUND),
      row("InvalidGroupId.Malformed", Kind.NOT_FOUND),
      row("InvalidInstanceType", Kind.NOT_FOUND),
      row("InvalidKeyPair.NotFound", Kind.NOT_FOUND),
      row("InvalidLaunchTemplateId.Malformed", Kind.NOT_FOUND),
      row("InvalidLaunchTemplateId.NotFound", Kind.NOT_FOUND),
      row("InvalidLaunchTemplateId.VersionNotFound", Kind.NOT_FOUND),
      row("InvalidLaunchTemplateName.NotFoundException", Kind.NOT_FOUND),
      row("InvalidRoute.NotFound", Kind.NOT_FOUND),
      row("InvalidRouteTableID.NotFound", Kind.NOT_FOUND),
      row("InvalidSecurityGroupID.NotFound", Kind.NOT_FOUND),
      row("InvalidSnapshot.NotFound", Kind.NOT_FOUND),
      row("InvalidSubnetID.Malformed", Kind.NOT_FOUND),
      row("InvalidSubnetID.NotFound", Kind.NOT_FOUND),
      row("InvalidVpcID.NotFound", Kind.NOT_FOUND),
      row("InvalidZone.NotFound", Kind.NOT_FOUND),
      row("KMSNotFound", Kind.NOT_FOUND),
      row("KmsNotFound", Kind.NOT_FOUND),
      row("ListenerNotFound", Kind.NOT_FOUND),
      row("LoadBalancerNotFound", Kind.NOT_FOUND),
      row("NotFound", Kind.NOT_FOUND),
      row("QueueDoesNotExist", Kind.NOT_FOUND),
      row("SubnetNotFound", Kind.NOT_FOUND),
      row("TargetGroupNotFound", Kind.NOT_FOUND),
      // Wrong
      row("DefaultVpcDoesNotExist", Kind.INVALID),
      row("EndpointDisabled", Kind.INVALID),
      row("InvalidAddress", Kind.INVALID),
      row("InvalidAMIName.Malformed", Kind.INVALID),
      row("InvalidBlockDeviceMapping", Kind.INVALID),
      row("InvalidID", Kind.INVALID),
      row("InvalidInput", Kind.INVALID),
      row("InvalidInterface.IpAddressLimitExceeded", Kind.INVALID),
      row("InvalidMessageContents", Kind.INVALID),
      row("InvalidNextToken", Kind.INVALID),
      row("InvalidParameter", Kind.INVALID),
      row("InvalidParameterCombination", Kind.INVALID),
      row("InvalidParameterValue", Kind.INVALID),
      row("InvalidRequest", Kind.INVALID),
      row("InvalidSubnet", Kind.INVALID),
      row("InvalidTagKey.Malformed", Kind.INVALID),
      row("InvalidUserData.Malformed", Kind.INVALID),
      row("KMSDisabled", Kind.INVALID),
      row("KMSInvalidState", Kind.INVALID),
      row("KmsDisabled", Kind.INVALID),
      row("KmsInvalidKeyUsage", Kind.INVALID),
      row("KmsInvalidState", Kind.INVALID),
      row("MissingInput", Kind.INVALID),
      row("MissingParameter", Kind.INVALID),
      row("ParameterValueInvalid", Kind.INVALID),
      row("RequestResourceCountExceeded", Kind.INVALID),
      row("SecurityGroupsPerInstanceLimitExceeded", Kind.INVALID),
      row("TagLimitExceeded", Kind.INVALID),
      row("TagPolicyViolation", Kind.INVALID),
      row("UnknownParameter", Kind.INVALID),
      row("VPCIdNotSpecified", Kind.INVALID),
      row("ValidationError", Kind.INVALID),
      row("ValidationException", Kind.INVALID),
      // Not here
      row("InvalidAction", Kind.UNSUPPORTED),
      row("InstanceCreditSpecification.NotSupported", Kind.UNSUPPORTED),
      row("Unsupported", Kind.UNSUPPORTED, Reach.SHORTAGE),
      row("UnsupportedHibernationConfiguration", Kind.UNSUPPORTED),
      row("UnsupportedInstanceAttribute", Kind.UNSUPPORTED),
      row("UnsupportedOperation", Kind.UNSUPPORTED),
      row("UnsupportedTenancy", Kind.UNSUPPORTED),
      // AWS's own trouble: it may have done what was asked
      trouble("Internal"),
      trouble("InternalError"),
      trouble("InternalFailure"),
      trouble("ServiceUnavailable"),
      trouble("Unavailable"));

  private static final Map<String, Row> BY_CODE =
      TABLE.stream().collect(Collectors.toUnmodifiableMap(Row::code, Function.identity()));

  private static final int LONGEST_MESSAGE = 300;

  private AwsErrorClassifier() {}

  private static Row row(String code, Kind kind) {
    return row(code, kind, Reach.ACCOUNT);
  }

  private static Row row(String code, Kind kind, Reach reach) {
    return new Row(code, kind, Effect.NONE, reach, null);
  }

  private static Row conflict(String code, Conflict conflict) {
    Reach reach = conflict == Conflict.BUSY ? Reach.MACHINE : Reach.ACCOUNT;
    return new Row(code, Kind.CONFLICT, Effect.NONE, reach, conflict);
  }

  private static Row trouble(String code) {
    return new Row(code, Kind.UNAVAILABLE, Effect.UNKNOWN, Reach.ACCOUNT, null);
  }

  /** An unexpected answer: an error, or a document that is not an answer to this request. */
  static CloudException of(ApiCall asked, AwsResponse answer) {
    Optional<String> code = answer.code();
    Optional<Row> row = code.flatMap(word -> Optional.ofNullable(BY_CODE.get(word)));
    Kind kind = row.map(Row::kind).orElseGet(() -> byStatus(answer.reply().status()));
    // Only a refusal in AWS's own words, and one that we know, says that nothing happened.
    boolean refused = row.filter(each -> each.effect() == Effect.NONE).isPresent();
    Effect effect = refused || !asked.writes() ? Effect.NONE : Effect.UNKNOWN;
    CloudException.Builder error = CloudException.of(kind, effect, saying(asked, answer));
    error.scope(row.map(each -> scope(each.reach(), asked.place())).orElse(ErrorScope.account()));
    row.map(Row::conflict).ifPresent(error::conflict);
    code.ifPresent(error::code);
    answer.requestId().ifPresent(error::requestId);
    answer.reply().retryAfter().ifPresent(error::retryAfter);
    return error.build();
  }

  /** One of several refusals within a good answer, by its code. */
  public static CloudException ofPart(
      ApiCall asked, String code, String message, FailureScope place) {
    Optional<Row> row = Optional.ofNullable(BY_CODE.get(code));
    CloudException.Builder error = CloudException.of(
        row.map(Row::kind).orElse(Kind.UNCLASSIFIED),
        row.map(Row::effect).orElse(Effect.UNKNOWN),
        asked + " was answered with " + code + ": " + shortened(message));
    error.scope(row.map(each -> scope(each.reach(), place)).orElse(ErrorScope.account()));
    row.map(Row::conflict).ifPresent(error::conflict);
    return error.code(code).build();
  }

  private static Kind byStatus(int status) {
    if (status == 429) {
      return Kind.THROTTLED;
    }
    return status >= 500 ? Kind.UNAVAILABLE : Kind.UNCLASSIFIED;
  }

  public static ErrorScope scope(Reach reach, FailureScope place) {
    return switch (reach) {
      case ACCOUNT -> ErrorScope.account();
      case REGION -> ErrorScope.region();
      case ZONE -> place.zoneOrRegion();
      case SHORTAGE -> place.shortage();
      case SPOT -> ErrorScope.market(Market.SPOT, Optional.empty(), Optional.empty());
      case MACHINE -> ErrorScope.machine();
    };
  }

  private static String saying(ApiCall asked, AwsResponse answer) {
    String start = asked + " was answered with " + answer.reply().status();
    if (answer.code().isEmpty()) {
      return start
          + (answer.reply().status() == 200
              ? ", but not as AWS would"
              : ", but not in AWS's words");
    }
    String message = answer.envelope().map(ResponseEnvelope::message).orElse("");
    return start + " " + answer.code().get() + ": " + shortened(message);
  }

  private static String shortened(String message) {
    return message.length() > LONGEST_MESSAGE ? message.substring(0, LONGEST_MESSAGE) : message;
  }

  /** Whether credentials were refused in AWS's own words: it looks at them before it does anything. */
  static boolean isOfCredentials(CloudException e) {
    return e.kind() == Kind.UNAUTHENTICATED && e.code().isPresent();
  }

  /** Whether AWS says that it has no such machine. Soon after a launch that means nothing. */
  public static boolean isNoMachine(CloudException e) {
    return e.kind() == Kind.NOT_FOUND
        && e.code().filter(code -> code.startsWith("InvalidInstanceID.")).isPresent();
  }

  /** A good answer without something that must be there. */
  public static CloudException notUnderstood(ApiCall asked, String field) {
    return CloudException.of(
            Kind.UNCLASSIFIED,
            asked.writes() ? Effect.UNKNOWN : Effect.NONE,
            asked + " was answered without a usable " + field)
        .build();
  }

  public static CloudException invalid(String message) {
    return CloudException.of(Kind.INVALID, Effect.NONE, message).build();
  }

  public static CloudException unsupported(String message) {
    return CloudException.of(Kind.UNSUPPORTED, Effect.NONE, message).build();
  }

  public static CloudException notFound(String message) {
    return CloudException.of(Kind.NOT_FOUND, Effect.NONE, message).build();
  }

  public static CloudException noMachine(String machine) {
    return CloudException.of(Kind.NOT_FOUND, Effect.NONE, "EC2 has no instance " + machine)
        .scope(ErrorScope.machine())
        .build();
  }

  /** The same, as something else that EC2 said turned out to mean. */
  public static CloudException noMachine(String machine, CloudException said) {
    CloudException.Builder error = CloudException.of(
            Kind.NOT_FOUND, Effect.NONE, "instance " + machine + " has ended")
        .scope(ErrorScope.machine())
        .cause(said);
    said.code().ifPresent(error::code);
    said.requestId().ifPresent(error::requestId);
    return error.build();
  }

  /** Returns the error for a machine of another owner. */
  public static CloudException foreign(String message) {
    return CloudException.of(Kind.CONFLICT, Effect.NONE, message)
        .conflict(Conflict.FOREIGN)
        .scope(ErrorScope.machine())
        .build();
  }

  /** A machine that cannot do something just now. */
  public static CloudException busy(String message) {
    return CloudException.of(Kind.CONFLICT, Effect.NONE, message)
        .conflict(Conflict.BUSY)
        .scope(ErrorScope.machine())
        .build();
  }

  /** What failed after something else of the same call had been done. */
  public static CloudException halfDone(CloudException e) {
    if (e.effect() == Effect.UNKNOWN) {
      return e;
    }
    CloudException.Builder error = CloudException.of(
        e.kind(), Effect.UNKNOWN, e.getMessage() + " (after another request was done)");
    error.scope(e.scope()).cause(e);
    e.conflict().ifPresent(error::conflict);
    e.code().ifPresent(error::code);
    e.requestId().ifPresent(error::requestId);
    e.retryAfter().ifPresent(error::retryAfter);
    return error.build();
  }
}
