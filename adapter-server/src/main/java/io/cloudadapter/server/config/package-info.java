/**
 * One YAML file that holds the whole configuration: accounts, pools, and how the server is reached.
 *
 * <pre>
 *   file ──► YamlReader ──► YamlNode ──► ConfigSection (keys known by ConfigSchema) ──► AdapterConfig
 *                 │                         │
 *                 └────── ConfigErrors ◄────┘   everything that is wrong, each with path and line
 * </pre>
 *
 * <p>Start with {@link io.cloudadapter.server.config.ConfigFileReader}. What each key means is written once,
 * in the schema; the table in the documentation is made from it.
 */
@NullMarked
package io.cloudadapter.server.config;

import org.jspecify.annotations.NullMarked;
