package io.cloudadapter.server.security;

import io.cloudadapter.server.http.Caller;
import io.cloudadapter.server.options.AccessGrant;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x500.style.IETFUtils;

/**
 * The client certificates that are accepted, with their names and roles. TLS has checked that one of the configured
 * authorities signed them; this class decides what their subjects may do.
 */
public final class CertificateRegistry {
  private final Map<String, Caller> byCommonName = new HashMap<>();
  private final Map<X500Principal, Caller> bySubject = new HashMap<>();

  /**
   * A book of subjects.
   *
   * @param grants by subject: a whole distinguished name such as {@code CN=ops,O=Example}, or, without
   *     an equals sign, a common name
   * @throws IllegalArgumentException if a distinguished name is not one
   */
  public CertificateRegistry(Map<String, AccessGrant> grants) {
    grants.forEach((subject, grant) -> {
      Caller caller = new Caller("certificate:" + subject, grant.role(), grant.scope());
      if (subject.indexOf('=') < 0) {
        byCommonName.put(subject, caller);
      } else {
        bySubject.put(principal(subject), caller);
      }
    });
  }

  private static X500Principal principal(String subject) {
    try {
      return new X500Principal(subject);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "must be a distinguished name such as CN=ops,O=Example, or a common name without =", e);
    }
  }

  boolean isEmpty() {
    return byCommonName.isEmpty() && bySubject.isEmpty();
  }

  /**
   * The caller that a certificate stands for.
   *
   * @param certificate a certificate that one of the authorities has signed
   * @return the caller; empty if its subject has no role
   */
  public Optional<Caller> find(X509Certificate certificate) {
    X500Principal subject = certificate.getSubjectX500Principal();
    Caller known = bySubject.get(subject);
    if (known == null) {
      List<String> names = commonNames(subject);
      // More than one common name could be read either way, so it is none.
      known = names.size() == 1 ? byCommonName.get(names.get(0)) : null;
    }
    return Optional.ofNullable(known)
        .map(caller -> new Caller(
            "certificate:" + subject.getName(),
            caller.principal(),
            caller.role(),
            caller.scope(),
            Optional.of(certificate.getNotAfter().toInstant())));
  }

  private static List<String> commonNames(X500Principal subject) {
    return Arrays.stream(X500Name.getInstance(subject.getEncoded()).getRDNs(BCStyle.CN))
        .map(rdn -> IETFUtils.valueToString(rdn.getFirst().getValue()))
        .toList();
  }
}
