/**
 * The face of Senlin's clustering API v1, so that its clients drive pools: pools are clusters, machines are
 * nodes.
 *
 * <pre>
 *   KeystoneFacade  /v3 …            a bearer token as a password, for a session and a catalog
 *   SenlinRoutes    /v1/clusters …   what there is, found by id, name or the beginning of an id
 *   ClusterActions  POST, DELETE ──► MachinePool ──► SenlinActions   what was asked, and how far it has come
 *   OpenStackErrorFormat             errors and headers as OpenStack has them
 * </pre>
 *
 * This package translates; every decision about a pool is the pool's. It keeps nothing that has to outlast
 * a restart: ids are made of names.
 */
@NullMarked
package io.cloudadapter.server.senlin;

import org.jspecify.annotations.NullMarked;
