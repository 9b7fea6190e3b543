/**
 * Certification as a JUnit test: extend {@link io.cloudadapter.testkit.junit.AdapterCertification}.
 */
@NullMarked
package io.cloudadapter.testkit.junit;

import org.jspecify.annotations.NullMarked;
