package io.cloudadapter.aws.client;

import io.cloudadapter.http.TokenSession;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.services.sts.model.Credentials;
import software.amazon.awssdk.utils.SdkAutoCloseable;

/**
 * Where credentials come from: the keys of the account; or a profile; or the SDK's chain of variables, files, container
 * and instance. If the account names a role, they are used to take it on, and for nothing else.
 */
final class AwsCredentialSource implements TokenSession.Login<AwsCredentials>, AutoCloseable {
  private static final ApiCall ASSUME = ApiCall.read(AwsService.STS, "AssumeRole", "SessionToken");
  private static final Duration ROLE = Duration.ofHours(1);

  /** The chain renews its credentials itself; the adapter reads them at this interval. */
  private static final Duration CHAIN = Duration.ofSeconds(30);

  private static final Duration FOR_GOOD = Duration.ofDays(365);

  private final AwsConfig settings;
  private final AwsClient api;
  private final SdkHttpAdapter http;

  /** The SDK's provider, which remembers what it found; guarded by this. */
  private @Nullable AwsCredentialsProvider chain;

  AwsCredentialSource(AwsConfig settings, AwsClient api, SdkHttpAdapter http) {
    this.settings = settings;
    this.api = api;
    this.http = http;
  }

  @Override
  public TokenSession.Grant<AwsCredentials> fetch(boolean refused, CallContext call) {
    if (refused) {
      forget();
    }
    AwsCredentials base = settings.keys().orElseGet(() -> fromChain(call));
    if (settings.role.isEmpty()) {
      return new TokenSession.Grant<>(base, settings.keys().isPresent() ? FOR_GOOD : CHAIN);
    }
    Credentials taken = api.sts(
            ASSUME,
            base,
            call,
            (sts, with) -> sts.assumeRole(role -> role.overrideConfiguration(with)
                .roleArn(settings.role.get())
                .roleSessionName(settings.session)
                .externalId(settings.externalId().orElse(null))
                .durationSeconds((int) ROLE.toSeconds())))
        .credentials();
    return TokenSession.Grant.expiring(
        AwsSessionCredentials.create(
            taken.accessKeyId(), taken.secretAccessKey(), taken.sessionToken()),
        ROLE);
  }

  private AwsCredentials fromChain(CallContext call) {
    return http.<AwsCredentials>outside(
            () -> chain().resolveCredentials(), "looking for credentials", call)
        .orElseThrow(() -> CloudException.of(
                Kind.UNAUTHENTICATED,
                Effect.NONE,
                "there are no credentials: the account names no accessKeyId, and the AWS SDK finds none in "
                    + settings
                        .profile
                        .map(name -> "profile " + name)
                        .orElse("variables, files, container and instance"))
            .build());
  }

  private synchronized AwsCredentialsProvider chain() {
    if (chain == null) {
      chain = settings
          .profile
          .<AwsCredentialsProvider>map(ProfileCredentialsProvider::create)
          .orElseGet(() -> DefaultCredentialsProvider.builder().build());
    }
    return chain;
  }

  private synchronized void forget() {
    if (chain instanceof SdkAutoCloseable closeable) {
      closeable.close();
    }
    chain = null;
  }

  @Override
  public void close() {
    forget();
  }
}
