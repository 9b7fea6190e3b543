/**
 * Requests to OpenStack: sign-in at Keystone, the catalog, pages, and what each error means.
 *
 * <p>Each request is sent once; nothing here repeats a write.
 */
@NullMarked
package io.cloudadapter.openstack.client;

import org.jspecify.annotations.NullMarked;
