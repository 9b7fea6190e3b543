package io.cloudadapter.api.cloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.Listener.Protocol;
import io.cloudadapter.api.cloud.LoadBalancerSpec.Affinity;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.feature.Instances;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CloudTypesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "10.0.0.0/8",
        "0.0.0.0/0",
        "192.168.1.0/24",
        "1.2.3.4/32",
        "fd00:1::/64",
        "::/0",
        "::1/128",
        "2001:DB8::/32"
      })
  void aBlockStaysAsItWasWritten(String text) {
    assertThat(new Cidr(text)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "10.0.0.0",
        "10.0.0.0/",
        "/8",
        "10.0.0.0/33",
        "10.0.0.0/-1",
        "10.0.0.0/08",
        "10.0.0/24",
        "10.0.0.0.0/8",
        "256.0.0.0/8",
        "010.0.0.0/8",
        "10.0.0.1/24",
        "fd00::/129",
        "fd00::1/64",
        "fd00:::/64",
        "fe80::%eth0/64",
        "::ffff:10.0.0.0/104",
        "example.org/8",
        "10.0.0.0/8\n",
        " 10.0.0.0/8",
        "10.0.0.0/8/8"
      })
  void whatIsNoBlockIsRefusedByName(String text) {
    assertThatThrownBy(() -> new Cidr(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a block of addresses must be written as 10.1.2.0/24");
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.0/8, 10.1.0.0/16, true",
    "10.1.0.0/16, 10.0.0.0/8, true",
    "10.1.0.0/16, 10.2.0.0/16, false",
    "0.0.0.0/0, 1.2.3.4/32, true",
    "0.0.0.0/0, ::/0, false",
    "fd00::/64, fd00:0:0:0:1::/80, true",
    "fd00::/64, fd00:0:0:1::/64, false"
  })
  void blocksOverlapIfOneContainsTheOther(String one, String other, boolean overlap) {
    assertThat(new Cidr(one).overlaps(new Cidr(other))).isEqualTo(overlap);
  }

  @Test
  void twoWaysToWriteABlockMeanTheSame() {
    assertThat(new Cidr("FD00:0::/64").same(new Cidr("fd00::/64"))).isTrue();
    assertThat(new Cidr("10.0.0.0/8").same(new Cidr("10.0.0.0/9"))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", "a/b", "a b", "a%2Fb", "ä", "a\0"})
  void namesThatMayStandInAPathAreCheckedWherever(String name) {
    assertThatThrownBy(() -> new Zone("a", name)).hasMessageContaining("region must be 1 to 128");
    assertThatThrownBy(() -> new Cluster(name, "m")).hasMessageContaining("cluster must be");
    assertThatThrownBy(() -> new Route("k", name, "t", new Cidr("10.0.0.0/8"), false))
        .hasMessageContaining("route must be");
    assertThatThrownBy(() ->
            new LoadBalancerSpec("r", name, Optional.empty(), List.of(), List.of(), Affinity.NONE))
        .hasMessageContaining("name must be");
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 65536, Integer.MAX_VALUE})
  void portsAreInRange(int port) {
    assertThatThrownBy(() -> new Listener("", Protocol.TCP, port, 80))
        .hasMessage("port must be 1 to 65535, was " + port);
    assertThatThrownBy(() -> new Listener("", Protocol.TCP, 80, port))
        .hasMessage("targetPort must be 1 to 65535, was " + port);
  }

  @Test
  void twoListenersNeverStandOnOnePortUnlessTheySpeakDifferently() {
    Listener tcp = new Listener("a", Protocol.TCP, 53, 1);
    Listener udp = new Listener("b", Protocol.UDP, 53, 2);

    assertThat(spec(List.of(tcp, udp)).listeners()).hasSize(2);
    assertThatThrownBy(() -> spec(List.of(tcp, new Listener("c", Protocol.TCP, 53, 3))))
        .hasMessage("two listeners use port TCP 53");
  }

  private static LoadBalancerSpec spec(List<Listener> listeners) {
    return new LoadBalancerSpec(
        "r", "n", Optional.empty(), listeners, List.of("x", "y", "x"), Affinity.NONE);
  }

  @Test
  void aHostStandsBehindALoadBalancerOnce() {
    assertThat(spec(List.of()).hosts()).containsExactly("x", "y");
  }

  @Test
  void theMachineThatCallsItselfSoGoesBeforeOneThatIsNamedSo() {
    Instance named = instance("i-1", "web", "host-1");
    Instance calling = instance("i-2", "other", "WEB");
    Instances all = new Some(List.of(named, calling));
    CallContext call = null;

    assertThat(all.hosted("web", call)).contains(calling);
    assertThat(all.named("web", call)).contains(named);
    assertThat(all.named("WEB", call)).isEmpty();
    assertThat(all.hosted("I-1.internal", call)).contains(named);
    assertThat(all.identified(new MachineId("i-2"), call)).contains(calling);
  }

  private static Instance instance(String id, String name, String host) {
    return new Instance(
        new MachineId(id),
        name,
        host,
        false,
        List.of(new NodeAddress(NodeAddress.Kind.INTERNAL_DNS, id + ".internal")),
        Optional.empty(),
        Optional.empty(),
        Map.of());
  }

  private record Some(List<Instance> instances) implements Instances {
    @Override
    public List<Instance> all(CallContext call) {
      return instances;
    }

    @Override
    public boolean addSshKey(SshKey key, CallContext call) {
      return false;
    }
  }
}
