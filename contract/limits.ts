const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Youngest age that may sign up anywhere; a country can only raise it. */
export const MINIMUM_AGE = 18
/** Oldest age that the search offers and a date of birth may show. */
export const MAXIMUM_AGE = 99

export const FREE_PHOTOS = 3
export const PREMIUM_PHOTOS = 25
/** Conversations a free member may start; answering others never counts. */
export const FREE_CONVERSATIONS = 2

export const PHOTO_MAX_BYTES = 12 * 1024 * 1024
/** Longest side times shortest side, in pixels, that an upload may have. */
export const PHOTO_MAX_PIXELS = 64_000_000
export const PHOTO_MIN_SIDE_PX = 200

export const NAME_MIN_LENGTH = 2
export const NAME_MAX_LENGTH = 30
export const PASSWORD_MIN_LENGTH = 8
export const PASSWORD_MAX_LENGTH = 200
export const EMAIL_MAX_LENGTH = 254
export const ABOUT_MAX_LENGTH = 2000
export const CITY_MAX_LENGTH = 80

/** Profiles on one page of the member search. */
export const SEARCH_PAGE_SIZE = 24
/** Highest page that can be jumped to directly; further pages are reached by key. */
export const SEARCH_MAX_PAGE = 100
/** A member counts as online this long after the last sign of life. */
export const ONLINE_MS = 5 * MINUTE_MS

/** Credits badge is shown at this many credits or fewer. */
export const LOW_CREDITS = 10

export const SESSION_MS = 30 * DAY_MS
export const LANGUAGE_COOKIE = 'i18n_redirected'
export const LANGUAGE_COOKIE_MS = 365 * DAY_MS
export const ACTIVATION_LINK_MS = 30 * DAY_MS
export const LOGIN_FAILURES_BEFORE_LOCK = 5
export const LOGIN_LOCK_MINUTES = 15

/** Failed requests are repeated this often, each wait twice the one before. */
export const HTTP_RETRIES = 5
export const POLL_START_MS = 5 * SECOND_MS
export const POLL_EVERY_MS = 60 * SECOND_MS

export const MESSAGES_PAGE_SIZE = 50
/** Older messages are hidden. */
export const HISTORY_DAYS = 365
export const TYPING_MS = 5 * SECOND_MS
