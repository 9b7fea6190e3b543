/**
 * Actions: what is asked of one machine and no desired state expresses, such as to reboot it.
 *
 * <pre>
 *   ActionRequest   which machine, which {@link io.cloudadapter.api.action.Action}, when, until when
 *   ActionStatus    what has come of it: phase, attempts, result; with the version that a watch goes on from
 *   ActionList      all of a pool at one version
 *   ActionWatch     what changes after a version, one {@link io.cloudadapter.api.action.ActionChange} each
 * </pre>
 *
 * What was accepted is durable and ends in exactly one way. At most one exclusive action of a machine is
 * under way; what may not be done twice is never tried again after an attempt of unknown outcome.
 */
@NullMarked
package io.cloudadapter.api.action;

import org.jspecify.annotations.NullMarked;
