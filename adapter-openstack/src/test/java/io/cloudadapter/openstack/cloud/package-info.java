/**
 * Keystone, Nova, Neutron and Glance in this process, as far as the adapter asks them: what they answer was read off
 * the real ones (2022.2, Zed). They differ from those in that lists lag, pages are small, and a clock decides how
 * long things take.
 *
 * <pre>
 *   FakeOpenStack ──► Front ──┬─► Keystone  tokens and the catalogue
 *      console        HTTP    ├─► Nova      servers: {@code FakeServer}, {@code ServerPhase}
 *                             └─► Shelf     flavors, networks, images: what servers are made of
 * </pre>
 */
@NullMarked
package io.cloudadapter.openstack.cloud;

import org.jspecify.annotations.NullMarked;
