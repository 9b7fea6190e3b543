/**
 * Certification as a JUnit test: extend {@link io.cloudadapter.testkit.junit.AdapterCertification}, or for a hook
 * channel {@link io.cloudadapter.testkit.junit.HookChannelCertification}.
 */
@NullMarked
package io.cloudadapter.testkit.junit;

import org.jspecify.annotations.NullMarked;
