/**
 * Pools as beans of Spring Boot 3.5 and 4. {@code cloudadapter.*} properties configure them; see {@link
 * io.cloudadapter.spring.CloudAdapterProperties} and {@link io.cloudadapter.spring.CloudAdapterAutoConfiguration}.
 */
@NullMarked
package io.cloudadapter.spring;

import org.jspecify.annotations.NullMarked;
