/** A user's program as a module. */
module consumer {
  requires io.cloudadapter.core;

  uses io.cloudadapter.spi.MachineProviderFactory;
}
