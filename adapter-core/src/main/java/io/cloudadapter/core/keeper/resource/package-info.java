/**
 * The resources beside machines: they are made before a machine enters service, and released once it is gone.
 *
 * <p>Nothing of this is in the ledger but whether a machine has entered service. A second process finds out the rest
 * again: it completes machines that have not entered, and lists the resources.
 */
@org.jspecify.annotations.NullMarked
package io.cloudadapter.core.keeper.resource;
