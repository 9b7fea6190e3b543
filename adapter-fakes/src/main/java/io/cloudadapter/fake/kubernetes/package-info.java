/** An API server of Kubernetes for tests, with objects in memory and faults that a test chooses. */
@NullMarked
package io.cloudadapter.fake.kubernetes;

import org.jspecify.annotations.NullMarked;
