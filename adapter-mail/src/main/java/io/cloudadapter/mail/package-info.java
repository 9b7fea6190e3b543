/** Notifications by mail, over SMTP. */
@NullMarked
package io.cloudadapter.mail;

import org.jspecify.annotations.NullMarked;
