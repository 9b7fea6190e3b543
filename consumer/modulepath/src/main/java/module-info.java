/** A user's program as a module. */
module consumer {
  requires io.cloudadapter.core;
  requires io.cloudadapter.simulated;
}
