import type { CurrencyCode } from './countries.ts'
import { DAY, HOUR, MINUTE, SECOND } from './time.ts'

// Every number that the product or its owner could want to change, grouped by slice. Where a site can change a number for
// itself it is a setting, and its default is here. Times are in milliseconds unless the name has another unit.

// Settings

/** Defaults of the settings with the same names, for a site without any configuration. Prices in credits. */
export const DEFAULT_MESSAGE_CREDITS = 2
export const DEFAULT_FREE_MESSAGES = 3
export const DEFAULT_PHOTO_CREDITS = 3
export const DEFAULT_GIFT_CREDITS = 4
export const DEFAULT_MESSAGE_LENGTH = 1000
export const DEFAULT_REFUND_DAYS = 14
/** In percent. */
export const DEFAULT_DELETE_DISCOUNT = 25
/** Lowest revenue of one message, in minor units of each currency: about 0.40 euros everywhere. */
export const DEFAULT_MINIMUM_MESSAGE_COSTS = {
  EUR: 40,
  GBP: 35,
  USD: 45,
  CAD: 60,
  AUD: 65,
  CHF: 40,
  DKK: 300,
  NOK: 450,
  SEK: 450,
  PLN: 170,
} as const satisfies Record<CurrencyCode, number>
/** Longest text of a setting, in characters. Settings are whole paragraphs at most. */
export const SETTING_MAX_LENGTH = 4000
/** Notes about profile fields that a site shows. */
export const PROFILE_NOTES_MAX = 50
export const REGIONS_PER_COUNTRY = 500
export const REGION_MAX_LENGTH = 100
/** Trade names, and VAT numbers, of one company. */
export const COMPANY_ENTRIES_MAX = 200

// Accounts

export const EMAIL_MAX_LENGTH = 254
export const PASSWORD_MIN_LENGTH = 8
export const PASSWORD_MAX_LENGTH = 200
/** One-time links are shorter. */
export const TOKEN_MAX_LENGTH = 100
/** Kinds of notifications that a member can switch off. */
export const NOTIFICATION_KINDS_MAX = 50
/** Lowest score of zxcvbn, from 0 to 4, that a password may have; 2 takes a million guesses. */
export const PASSWORD_MIN_SCORE = 2
export const SESSION_MS = 30 * DAY
export const ACTIVATION_LINK_MS = 30 * DAY
/** Activation mails that one member can request in 24 hours. */
export const ACTIVATION_MAILS_PER_DAY = 5
/** Accounts whose email was never confirmed are removed after this many days. */
export const UNCONFIRMED_DAYS = 30
/** A pending order prevents the removal of its member's account for this many days; a completed one always does. */
export const OPEN_ORDER_DAYS = 30
export const LOGIN_FAILURES_BEFORE_LOCK = 5
/** Accounts that one network address may fail to log in to, within the length of the first lock, before it is locked. */
export const LOGIN_ACCOUNTS_PER_ADDRESS = 20
/** Length of the first lock; each further one is twice as long, up to the longest. */
export const LOGIN_LOCK_MINUTES = 15
export const LOGIN_LONGEST_LOCK_MINUTES = 24 * 60
/** After this time without an attempt, the next lock has the first length again. */
export const LOGIN_LOCK_MEMORY_MS = DAY
/** A member gets one mail about locks within this time. */
export const LOGIN_LOCK_MAIL_MS = DAY
/** A device is known this long after its last log-in. */
export const DEVICE_MS = 365 * DAY
/** Known devices of one member; the least recently used are forgotten first. */
export const DEVICES_PER_MEMBER = 20
/** Requests that one address may make. */
export const LOGIN_RATE = { max: 300, timeWindow: 10 * MINUTE }
export const LINK_RATE = { max: 60, timeWindow: 10 * MINUTE }
export const ACTIVATION_RATE = { max: 20, timeWindow: HOUR }

// Profiles

/** Youngest age that may sign up anywhere, in years; a country can only raise it. */
export const MINIMUM_AGE = 18
/** Oldest age that the search offers and that a date of birth may show, in years. */
export const MAXIMUM_AGE = 99
export const NAME_MIN_LENGTH = 2
export const NAME_MAX_LENGTH = 30
export const ABOUT_MAX_LENGTH = 2000
export const CITY_MAX_LENGTH = 80
export const FREE_PHOTOS = 3
export const PREMIUM_PHOTOS = 25
/** Photos of one profile that are shown at most, should a member have more than the limits allow today. */
export const PHOTOS_SHOWN = 100
export const PHOTO_MAX_MEGABYTES = 12
export const PHOTO_MAX_BYTES = PHOTO_MAX_MEGABYTES * 1024 * 1024
/** Width times height that an upload may have. */
export const PHOTO_MAX_PIXELS = 64_000_000
export const PHOTO_MIN_SIDE_PX = 200
export const PHOTO_UPLOAD_RATE = { max: 30, timeWindow: 10 * MINUTE }
/** Profiles that a person never opens in that time. Pointing at a tile loads its profile, so it counts too. */
export const PROFILE_QUOTAS = {
  name: 'profiles',
  perMember: [
    { max: 1000, timeWindow: HOUR },
    { max: 4000, timeWindow: DAY },
  ],
  perAddress: [{ max: 4000, timeWindow: HOUR }],
}
/** A member counts as online this long after the last activity. */
export const ONLINE_MS = 5 * MINUTE

// Moderation

export const BLOCKS_PAGE_SIZE = 50

// Credits

/** The credits badge is shown at this many credits or fewer. */
export const LOW_CREDITS = 10

// Payments

/** Messages that each bundle pays for; its credits follow from the site's `message_credits`. */
export const BUNDLE_MESSAGES = { p0: 10, p1: 30, p2: 75, p3: 200 } as const
/** List prices in minor units, VAT included. */
export const BUNDLE_PRICES = {
  EUR: { p0: 1499, p1: 3499, p2: 6999, p3: 14_999 },
  GBP: { p0: 1299, p1: 2999, p2: 5999, p3: 12_999 },
  USD: { p0: 1599, p1: 3799, p2: 7499, p3: 15_999 },
  CAD: { p0: 1999, p1: 4699, p2: 9399, p3: 19_999 },
  AUD: { p0: 2299, p1: 5399, p2: 10_799, p3: 22_999 },
  CHF: { p0: 1490, p1: 3490, p2: 6990, p3: 14_990 },
  DKK: { p0: 10_900, p1: 25_900, p2: 51_900, p3: 109_900 },
  NOK: { p0: 16_900, p1: 39_900, p2: 79_900, p3: 169_900 },
  SEK: { p0: 16_900, p1: 39_900, p2: 79_900, p3: 169_900 },
  PLN: { p0: 5900, p1: 13_900, p2: 27_900, p3: 59_900 },
} as const satisfies Record<CurrencyCode, Record<keyof typeof BUNDLE_MESSAGES, number>>
export const ORDER_RATE = { max: 30, timeWindow: 10 * MINUTE }
export const ORDERS_PAGE_SIZE = 20

// Sign-up

/** The same form again within this time counts as the same sign-up whose reply was lost. */
export const SIGNUP_REPEAT_MS = 10 * MINUTE
export const SIGNUP_CHECK_RATE = { max: 40, timeWindow: 10 * MINUTE }
export const SIGNUP_RATE = { max: 20, timeWindow: 10 * MINUTE }

// Search

/** Profiles on one page of the member search. */
export const SEARCH_PAGE_SIZE = 24
/** Highest page that can be opened by number; further pages are reached by key. */
export const SEARCH_MAX_PAGE = 100
/** Ages that a member's first search covers: this many years younger and older than the member. */
export const SEARCH_AGE_SPREAD = 10
/** Searches that a person never reaches and a program that copies all members does. */
export const SEARCH_QUOTAS = {
  name: 'search',
  perMember: [
    { max: 60, timeWindow: MINUTE },
    { max: 600, timeWindow: HOUR },
  ],
  perAddress: [
    { max: 300, timeWindow: MINUTE },
    { max: 3000, timeWindow: HOUR },
  ],
}
export const SIMILAR_MEMBERS = 8
/** Years by which similar members may be younger or older. */
export const SIMILAR_YEARS = 3

// Likes

export const LIKES_PAGE_SIZE = 24
/** Profile ids that `GET /api/likes` lists at most, of each kind. */
export const LIKES_IDS_LIMIT = 200

// Chat

/** Conversations a free member may start; answering others never counts. */
export const FREE_CONVERSATIONS = 2
export const CHATS_PAGE_SIZE = 50
export const MESSAGES_PAGE_SIZE = 50
/** Characters of the last message that the conversation list shows. */
export const MESSAGE_PREVIEW_LENGTH = 100
/** Older messages are hidden. */
export const HISTORY_DAYS = 365
/** 'Is typing' is shown this long after the last event. */
export const TYPING_MS = 5 * SECOND
/** Messages that one address may send in a minute, as a share of `REQUESTS_PER_MINUTE`. */
export const MESSAGE_RATE_SHARE = 0.1

// Requests

/** Default of `REQUESTS_PER_MINUTE`. */
export const DEFAULT_REQUESTS_PER_MINUTE = 3000
/** Pages that are rendered for one address. Inside the site the browser renders, so a person needs a few. */
export const PAGE_RATE = { max: 300, timeWindow: MINUTE }
/** Key of the next page of a list; a cursor of this server is shorter. */
export const CURSOR_MAX_LENGTH = 100
/** Longest host name of DNS. */
export const HOST_MAX_LENGTH = 253

// Shell

export const LANGUAGE_COOKIE = 'i18n_redirected'
export const LANGUAGE_COOKIE_MS = 365 * DAY
/** Failed requests are retried up to this many times, each wait twice the one before. */
export const HTTP_RETRIES = 5
export const POLL_START_MS = 5 * SECOND
export const POLL_EVERY_MS = 60 * SECOND
/** When the code of a route cannot be fetched, the page reloads at most once within this time. */
export const CHUNK_RELOAD_PAUSE_MS = 60 * SECOND
/** Date of the first terms. The terms of a company that was added later have that date. */
export const TERMS_FIRST_DATE = '2023-12-01T12:00:00Z'
