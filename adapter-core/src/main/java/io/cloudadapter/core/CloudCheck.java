package io.cloudadapter.core;

import io.cloudadapter.core.bootstrap.CatalogAndQuotaCheck;
import io.cloudadapter.core.bootstrap.ConfigValidator;
import io.cloudadapter.core.bootstrap.LaunchPreparationCheck;
import io.cloudadapter.core.bootstrap.LedgerEncryptionKey;
import io.cloudadapter.core.bootstrap.ThreadPools;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.runtime.AccountCloud;
import io.cloudadapter.core.runtime.LaunchEncryptor;
import io.cloudadapter.core.runtime.ProviderCalls;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.trace.Tracing;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Asks the accounts' clouds what the pools would meet there, for warnings before they are opened. */
final class CloudCheck {
  private CloudCheck() {}

  static List<ConfigError> of(AdapterSetup setup) {
    ConfigValidator checked = setup.checked();
    SecureRandom random = new SecureRandom();
    AdapterSetup.refuse(checked.faults());
    LaunchEncryptor sealer = new LaunchEncryptor(LedgerEncryptionKey.fresh(random), random);
    List<ConfigError> warnings = new ArrayList<>();
    ThreadPools threads = new ThreadPools();
    try {
      for (String account :
          setup.pools().stream().map(PoolConfig::account).distinct().toList()) {
        try (ProviderCalls calls = new ProviderCalls(
            account,
            checked.account(account).open(setup.clocks(), random, setup.directory()),
            setup.clocks(),
            sealer,
            threads.forAccount(account),
            threads.timer(),
            Map.of(),
            checked.account(account).config().longestRetryAfter(),
            Tracing.none(),
            () -> true)) {
          List<PoolConfig> own = setup.pools().stream()
              .filter(pool -> pool.account().equals(account))
              .toList();
          String provider = checked.account(account).config().provider();
          warnings.addAll(CatalogAndQuotaCheck.of(own, new AccountCloud(account, provider, calls)));
          own.forEach(pool ->
              warnings.addAll(LaunchPreparationCheck.of(pool, checked.template(pool), calls)));
        }
      }
    } finally {
      threads.close(1, TimeUnit.SECONDS);
    }
    return List.copyOf(warnings);
  }
}
