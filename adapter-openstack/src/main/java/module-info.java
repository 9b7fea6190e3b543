/** Machines of OpenStack; found by {@link java.util.ServiceLoader}. */
module io.cloudadapter.openstack {
  requires static org.jspecify;
  requires transitive io.cloudadapter.api;
  requires io.cloudadapter.http;
  requires com.fasterxml.jackson.databind;
  requires com.google.common;
  requires java.net.http;
  requires org.yaml.snakeyaml;

  exports io.cloudadapter.openstack;

  provides io.cloudadapter.spi.MachineProviderFactory with
      io.cloudadapter.openstack.OpenStackProviderFactory;
}
