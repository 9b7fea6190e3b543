/**
 * Pools whose machines an Auto Scaling group makes: target sizes, members and lifecycle hooks of the group.
 */
@NullMarked
package io.cloudadapter.aws.asg;

import org.jspecify.annotations.NullMarked;
