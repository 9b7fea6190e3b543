package io.cloudadapter.clusterautoscaler;

import io.cloudadapter.spi.LibraryVersions;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The versions of the libraries under the listener that it works with, those of adapter-etcd. It names their classes as
 * text, so that it can answer where they do not fit together.
 */
final class ListenerVersions {
  static final LibraryVersions NETTY = new LibraryVersions(
      "Netty",
      "4.2",
      "4.2.15.Final",
      "io.netty:netty-bom",
      Map.of(
          "netty-common", "io.netty.util.concurrent.EventExecutor",
          "netty-buffer", "io.netty.buffer.ByteBuf",
          "netty-transport", "io.netty.channel.Channel",
          "netty-resolver", "io.netty.resolver.AddressResolver",
          "netty-handler", "io.netty.handler.ssl.SslContextBuilder",
          "netty-codec-base", "io.netty.handler.codec.ByteToMessageDecoder",
          "netty-codec-http", "io.netty.handler.codec.http.HttpObject",
          "netty-codec-http2", "io.netty.handler.codec.http2.Http2Connection"));

  static final LibraryVersions GRPC = new LibraryVersions(
      "gRPC",
      "1.82",
      "1.83.0",
      "io.grpc:grpc-bom",
      Map.of(
          "grpc-api", "io.grpc.Channel",
          "grpc-core", "io.grpc.internal.AbstractStream",
          "grpc-netty", "io.grpc.netty.NettyServerBuilder",
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

  private ListenerVersions() {}

  /** Why the libraries on the path cannot be used; empty if they can. */
  static Optional<String> problem() {
    ClassLoader loader = ListenerVersions.class.getClassLoader();
    return List.of(NETTY, GRPC, PROTOBUF).stream()
        .flatMap(needed -> needed.problem(loader).stream())
        .findFirst();
  }
}
