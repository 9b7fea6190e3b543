/**
 * What has happened to a pool and its machines: pool events, the questions by which a program reads them, and the pages
 * in which they come.
 */
@NullMarked
package io.cloudadapter.api.event;

import org.jspecify.annotations.NullMarked;
