package io.cloudadapter.etcd;

import io.cloudadapter.spi.LibraryVersions;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The versions of the libraries under etcd's client that it works with. It names their classes as text, so that it
 * can answer where they do not fit together.
 */
final class ClientVersions {
  static final LibraryVersions NETTY = new LibraryVersions(
      "Netty",
      "4.2",
      "4.2.15.Final",
      "io.netty:netty-bom",
      Map.ofEntries(
          Map.entry("netty-common", "io.netty.util.concurrent.EventExecutor"),
          Map.entry("netty-buffer", "io.netty.buffer.ByteBuf"),
          Map.entry("netty-transport", "io.netty.channel.Channel"),
          Map.entry("netty-transport-native-unix-common", "io.netty.channel.unix.Socket"),
          Map.entry("netty-resolver", "io.netty.resolver.AddressResolver"),
          Map.entry("netty-resolver-dns", "io.netty.resolver.dns.DnsNameResolver"),
          Map.entry("netty-handler", "io.netty.handler.ssl.SslContextBuilder"),
          Map.entry("netty-handler-proxy", "io.netty.handler.proxy.ProxyHandler"),
          Map.entry("netty-codec-base", "io.netty.handler.codec.ByteToMessageDecoder"),
          Map.entry(
              "netty-codec-compression", "io.netty.handler.codec.compression.ZlibCodecFactory"),
          Map.entry("netty-codec-dns", "io.netty.handler.codec.dns.DnsRecord"),
          Map.entry("netty-codec-socks", "io.netty.handler.codec.socks.SocksMessage"),
          Map.entry("netty-codec-http", "io.netty.handler.codec.http.HttpObject"),
          Map.entry("netty-codec-http2", "io.netty.handler.codec.http2.Http2Connection"),
          Map.entry("netty-codec-http3", "io.netty.handler.codec.http3.Http3"),
          Map.entry("netty-codec-classes-quic", "io.netty.handler.codec.quic.QuicChannel")));

  static final LibraryVersions GRPC = new LibraryVersions(
      "gRPC",
      "1.82",
      "1.83.0",
      "io.grpc:grpc-bom",
      Map.of(
          "grpc-api", "io.grpc.Channel",
          "grpc-core", "io.grpc.internal.AbstractStream",
          "grpc-netty", "io.grpc.netty.NettyChannelBuilder",
          "grpc-protobuf", "io.grpc.protobuf.ProtoUtils",
          "grpc-protobuf-lite", "io.grpc.protobuf.lite.ProtoLiteUtils",
          "grpc-stub", "io.grpc.stub.AbstractStub",
          "grpc-util", "io.grpc.util.RoundRobinLoadBalancer"));

  static final LibraryVersions PROTOBUF = new LibraryVersions(
      "Protobuf",
      "3.25.9",
      "3.25.9",
      "com.google.protobuf:protobuf-bom",
      Map.of("protobuf-java", "com.google.protobuf.Message"));

  private ClientVersions() {}

  /** Why the libraries on the path cannot be used; empty if they can. */
  static Optional<String> problem() {
    ClassLoader loader = ClientVersions.class.getClassLoader();
    return List.of(NETTY, GRPC, PROTOBUF).stream()
        .flatMap(needed -> needed.problem(loader).stream())
        .findFirst();
  }
}
