/**
 * What an author hands to the testkit: the adapter, its test cloud, and a console that shows the truth of that cloud.
 *
 * <p>Start with {@link io.cloudadapter.testkit.subject.AdapterUnderTest}, {@link
 * io.cloudadapter.testkit.subject.TestCloud} and {@link io.cloudadapter.testkit.subject.TestCloudConsole}.
 */
@NullMarked
package io.cloudadapter.testkit.subject;

import org.jspecify.annotations.NullMarked;
