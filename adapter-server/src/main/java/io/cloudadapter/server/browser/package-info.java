/**
 * Requests of browsers: the files of the web console, its sessions, and the API as its pages reach it.
 *
 * <pre>
 *   /console/…            ConsoleRoutes   files, without a credential
 *   /console/session      ConsoleRoutes   begins, shows and ends a session
 *   /console/api/…        ConsoleAuthenticator     the routes of the API, for callers with a session
 * </pre>
 */
@NullMarked
package io.cloudadapter.server.browser;

import org.jspecify.annotations.NullMarked;
