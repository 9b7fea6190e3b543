package io.cloudadapter.webhook;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Finds the addresses that a name means. May take its time. */
@FunctionalInterface
interface AddressLookup {
  InetAddress[] of(String host) throws UnknownHostException;
}
