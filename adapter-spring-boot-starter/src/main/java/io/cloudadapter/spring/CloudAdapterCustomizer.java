package io.cloudadapter.spring;

import io.cloudadapter.core.CloudAdapter;

/** A bean that changes the library's builder before it opens: to add sources of metrics, or accounts. */
@FunctionalInterface
public interface CloudAdapterCustomizer {
  /**
   * Changes the builder, after all properties and beans are set.
   *
   * @param builder what is about to be opened
   */
  void customize(CloudAdapter.Builder builder);
}
