package io.cloudadapter.spi;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the version of the SPI that an adapter is built against. It stands on the adapter's {@link
 * MachineProviderFactory}, with {@code SpiVersion.CURRENT} as its value.
 *
 * <p>The compiler copies the number into the adapter's class file. A library whose versions do not include it refuses
 * the adapter with both numbers, before any call. A {@link HookChannel} and an {@link
 * io.cloudadapter.spi.action.ActionHandler} may have the annotation, too. Without it the version is 1.
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface SpiVersion {
  /**
   * The version of this SPI. It rises when an adapter that is built against it may need what earlier libraries lack,
   * such as a new type of argument or a new kind of error.
   */
  int CURRENT = 1;

  /** The oldest version whose adapters this library runs. */
  int OLDEST = 1;

  /**
   * The version that the annotated class is built against: {@link #CURRENT}.
   *
   * @return 1 or more
   */
  int value();
}
