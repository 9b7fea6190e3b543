package io.cloudadapter.mail;

import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.notification.NotificationMessage;
import io.cloudadapter.http.TrustMaterial;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.NotificationChannel;
import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.SendFailedException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Date;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.SocketFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;

/**
 * Sends mails over SMTP. Parameters of a target: {@code host}; {@code port}, by default that of {@code tls}; {@code
 * tls}, which is {@code starttls} (the default), {@code tls} or {@code off}; {@code from}; {@code to}, addresses with
 * commas between them; {@code user}, whose password the secret is; {@code ca}, a PEM file of authorities to trust. A
 * mail that is sent again has the same {@code Message-ID}.
 *
 * <p>Safe for use by several threads. Found by {@link java.util.ServiceLoader}.
 */
public final class MailChannel implements NotificationChannel {
  private static final int LONGEST_REPLY = 200;
  private static final int TOO_LONG = 552;
  private static final int REFUSED = 554;

  private final Set<MailSockets> open = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /** A channel without connections; it makes one for each mail. */
  public MailChannel() {}

  @Override
  public String channel() {
    return "mail";
  }

  @Override
  public void check(HookTarget target) {
    Optional<KeyStore> unused = MailTarget.of(target).ca().map(MailChannel::trusting);
  }

  private static KeyStore trusting(Path file) {
    try {
      return TrustMaterial.trustStore(file);
    } catch (IOException | GeneralSecurityException e) {
      String why = e instanceof NoSuchFileException ? "there is no such file" : e.getMessage();
      throw new IllegalArgumentException("ca " + file + " cannot be read: " + why, e);
    }
  }

  @Override
  public void send(NotificationMessage message, HookTarget target, CallContext call) {
    MailTarget server = MailTarget.of(target);
    if (closed || call.isCancelled() || Thread.currentThread().isInterrupted()) {
      throw error(
          Kind.CANCELLED, Effect.NONE, "the call was over before " + server + " got the mail");
    }
    MailSockets sockets = new MailSockets(sockets(server));
    open.add(sockets);
    call.onCancel(sockets::end);
    try {
      Session session = Session.getInstance(settings(server, sockets, call));
      MimeMessage mail = mail(session, message, server);
      try (Transport transport = session.getTransport("smtp")) {
        transport.connect(
            server.host(),
            server.port(),
            server.user().orElse(null),
            target.secret().map(secret -> secret.reveal()).orElse(null));
        transport.sendMessage(mail, mail.getAllRecipients());
      }
    } catch (MessagingException e) {
      throw failed(server, e, call);
    } finally {
      sockets.end();
      open.remove(sockets);
    }
  }

  private static SocketFactory sockets(MailTarget server) {
    return server.tls() == MailTarget.Tls.TLS ? secured(server) : SocketFactory.getDefault();
  }

  private static SSLSocketFactory secured(MailTarget server) {
    if (server.ca().isEmpty()) {
      return (SSLSocketFactory) SSLSocketFactory.getDefault();
    }
    try {
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(trusting(server.ca().get()));
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context.getSocketFactory();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has TLS", e);
    } catch (IllegalArgumentException gone) {
      throw error(Kind.UNAVAILABLE, Effect.NONE, String.valueOf(gone.getMessage()));
    }
  }

  private static Properties settings(MailTarget server, MailSockets sockets, CallContext call) {
    String left = Long.toString(Math.max(1, call.remaining().toMillis()));
    Properties settings = new Properties();
    settings.setProperty("mail.smtp.connectiontimeout", left);
    settings.setProperty("mail.smtp.timeout", left);
    settings.setProperty("mail.smtp.writetimeout", left);
    settings.setProperty("mail.smtp.auth", Boolean.toString(server.user().isPresent()));
    // Otherwise the library asks the network for the name of this machine.
    settings.setProperty("mail.smtp.localhost", "localhost");
    settings.setProperty("mail.smtp.ssl.checkserveridentity", "true");
    settings.put("mail.smtp.socketFactory", sockets);
    settings.setProperty("mail.smtp.socketFactory.fallback", "false");
    if (server.tls() == MailTarget.Tls.STARTTLS) {
      settings.setProperty("mail.smtp.starttls.enable", "true");
      settings.setProperty("mail.smtp.starttls.required", "true");
      settings.put("mail.smtp.ssl.socketFactory", secured(server));
    }
    return settings;
  }

  /** A mail whose id is given. */
  private static final class KnownMail extends MimeMessage {
    private final String id;

    KnownMail(Session session, String id) {
      super(session);
      this.id = id;
    }

    @Override
    protected void updateMessageID() throws MessagingException {
      setHeader("Message-ID", "<" + id + "@cloudadapter>");
    }
  }

  private static MimeMessage mail(Session session, NotificationMessage message, MailTarget server)
      throws MessagingException {
    MimeMessage mail = new KnownMail(session, message.id());
    mail.setFrom(server.from());
    mail.setRecipients(Message.RecipientType.TO, server.to().toArray(new InternetAddress[0]));
    mail.setSubject(MailText.subject(message), "UTF-8");
    mail.setText(MailText.body(message), "UTF-8");
    mail.setSentDate(Date.from(message.time()));
    mail.setHeader("Auto-Submitted", "auto-generated");
    mail.saveChanges();
    return mail;
  }

  /** Without a cause: logs show causes, and those of the library may quote what was sent. */
  private CloudException failed(MailTarget server, MessagingException e, CallContext call) {
    if (closed || call.isCancelled()) {
      boolean late = !closed && call.remaining().isNegative();
      return error(
          late ? Kind.TIMEOUT : Kind.CANCELLED,
          Effect.UNKNOWN,
          late ? server + " did not answer in time" : "mailing to " + server + " was cancelled");
    }
    if (e instanceof AuthenticationFailedException) {
      return error(Kind.UNAUTHENTICATED, Effect.NONE, server + " refuses the user or the password");
    }
    if (e instanceof SMTPSendFailedException refused
        && (refused.getReturnCode() == TOO_LONG || refused.getReturnCode() == REFUSED)) {
      return error(Kind.INVALID, Effect.NONE, server + " refuses the mail: " + reply(e));
    }
    if (e instanceof SendFailedException) {
      return error(Kind.DENIED, Effect.UNKNOWN, server + " refuses an address: " + reply(e));
    }
    return error(Kind.UNAVAILABLE, Effect.UNKNOWN, server + " has not taken the mail: " + reply(e));
  }

  private static String reply(MessagingException e) {
    Exception next = e.getNextException();
    String text = String.valueOf((next == null ? e : next).getMessage())
        .replaceAll("\\p{Cntrl}+", " ")
        .strip();
    return text.length() > LONGEST_REPLY ? text.substring(0, LONGEST_REPLY) + "…" : text;
  }

  private static CloudException error(Kind kind, Effect effect, String message) {
    return CloudException.of(kind, effect, message).build();
  }

  @Override
  public void close() {
    closed = true;
    open.forEach(MailSockets::end);
  }
}
