/** The specification's rule of who may have an account, in years. */
export const MIN_AGE = 18;

/** Characters, as people count them; whoever runs the shop may raise the first one. */
export const MIN_PASSWORD = 6;
export const MAX_PASSWORD = 128;

/** A session that nobody refreshes ends after the first, one that is used after the second. */
export const SESSION_IDLE_DAYS = 7;
export const SESSION_LONGEST_DAYS = 30;

/** How long a link that signs in, or lets a new password be set, can be used. */
export const ONE_TIME_LINK_HOURS = 1;
