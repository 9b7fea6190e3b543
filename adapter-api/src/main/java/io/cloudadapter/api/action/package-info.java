/**
 * Actions of one machine that no desired state expresses, such as a reboot.
 *
 * <pre>
 *   ActionRequest   which machine, which {@link io.cloudadapter.api.action.Action}, when, until when
 *   ActionStatus    what has come of it: phase, attempts, result; with the version that a watch goes on from
 *   ActionList      all of a pool at one version
 *   ActionWatch     what changes after a version, one {@link io.cloudadapter.api.action.ActionChange} each
 * </pre>
 *
 * An accepted action is durable and ends in exactly one way. At most one exclusive action of a machine is under way.
 * An action that may not be done twice is never tried again after an attempt with an unknown outcome.
 */
@NullMarked
package io.cloudadapter.api.action;

import org.jspecify.annotations.NullMarked;
