import type { CurrencyCode } from './countries.ts'
import { DAY, HOUR, MINUTE, SECOND } from './time.ts'

// Every number that the product or its owner could want to change, by slice. Where a site can change a number
// it is a setting, with its default here. Times are in milliseconds unless the name has another unit.

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
/** Entries of a page of the history of what operators edit. */
export const CONTENT_VERSIONS_PER_PAGE = 20
/** Highest price in credits, and number of granted ones, that an operator can set. */
export const SETTING_CREDITS_MAX = 10_000
/** Highest least price of one message, in minor units. */
export const MESSAGE_COST_MAX = 100_000
/** Highest price of a bundle, in minor units. */
export const BUNDLE_PRICE_MAX = 10_000_000
/** Greatest length of messages that an operator can set, in code points. */
export const MESSAGE_LENGTH_MAX = 20_000
export const REFUND_DAYS_MAX = 3650
/** Notes about profile fields that a site shows. */
export const PROFILE_NOTES_MAX = 50
export const REGIONS_PER_COUNTRY = 500
export const REGION_MAX_LENGTH = 100
/** Cities that are suggested at most while one is typed. */
export const CITY_SUGGESTIONS = 20
export const CITIES_RATE = { max: 300, timeWindow: 10 * MINUTE }
/** A position farther from every city is no place of the site. */
export const GEOCODE_MAX_KM = 50
export const GEOCODE_RATE = { max: 30, timeWindow: 10 * MINUTE }
/** A translated position, or a failure, is kept by the browser for this time. */
export const GEOCODE_CACHE_MS = HOUR
/** Networks whose visitors count as those of a campaign. */
export const TRAFFIC_NETWORKS_MAX = 200
/** Longest value of `network`, `ref` and `sub1` to `sub3`, in characters. */
export const TRAFFIC_VALUE_MAX_LENGTH = 64
/** A visitor counts as one of a campaign for this time. */
export const TRAFFIC_SOURCE_MS = 30 * DAY
/** Trade names, and VAT numbers, of one company. */
export const COMPANY_ENTRIES_MAX = 200
/** Disclaimers of a site: one for each language, and for each of a country. */
export const DISCLAIMERS_MAX = 100

// Accounts

export const EMAIL_MAX_LENGTH = 254
export const PASSWORD_MIN_LENGTH = 8
export const PASSWORD_MAX_LENGTH = 200
/** One-time links are shorter. */
export const TOKEN_MAX_LENGTH = 100
/** Kinds of notifications that a member can switch off. */
export const NOTIFICATION_KINDS_MAX = 50
/** Browsers of one member that can get push messages; the oldest is forgotten first. */
export const PUSH_SUBSCRIPTIONS_PER_MEMBER = 10
export const PUSH_ENDPOINT_MAX_LENGTH = 1000
/** How long a push message waits for a browser that is not connected. */
export const PUSH_TTL_MS = DAY
/** Attempts to give a push message to a push service that is busy or away, over about two hours. */
export const PUSH_ATTEMPTS = 9
/** Lowest score of zxcvbn, from 0 to 4, that a password may have; 2 takes a million guesses. */
export const PASSWORD_MIN_SCORE = 2
export const SESSION_MS = 30 * DAY
export const ACTIVATION_LINK_MS = 30 * DAY
/** Activation mails that one member can request in 24 hours. */
export const ACTIVATION_MAILS_PER_DAY = 5
/** A new account can correct its address without its password for this long. */
export const NEW_ACCOUNT_MS = DAY
export const RESET_LINK_HOURS = 2
/** Mails with a link to choose another password that one address gets in 24 hours. */
export const RESET_MAILS_PER_DAY = 5
/** Mails that ask to confirm one address, requested by all accounts together, in 24 hours. */
export const MAILS_PER_UNPROVEN_ADDRESS = 10
/** The link that is mailed to a new address. */
export const MAIL_CHANGE_LINK_HOURS = 24
/** Changes of the address that one member can request in 24 hours. */
export const MAIL_CHANGES_PER_DAY = 5
/** How long the old address can undo a change, and no one else can sign up with it. */
export const MAIL_CHANGE_UNDO_DAYS = 7
/** Mails to an owner whose address others entered, in 24 hours. */
export const ADDRESS_TAKEN_MAILS_PER_DAY = 3
/** Accounts whose email was never confirmed are removed after this many days. */
export const UNCONFIRMED_DAYS = 30
/** A pending order prevents the removal of its member's account for these days; a completed one always. */
export const OPEN_ORDER_DAYS = 30
/** Days after which a pause of an account ends by itself, where the member chose a length. */
export const PAUSE_DAYS = { week: 7, month: 30 } as const
/** Days without use after which an account is hidden, and after as many more deleted as by its member. */
export const DORMANT_DAYS = 365
/** Accounts that a nightly run hides or deletes at most: imported ones shall not cause thousands of mails. */
export const DORMANT_PER_NIGHT = 1000
/** If that is more: all accounts divided by these nights, as on a large site more fall due each night. */
export const DORMANT_NIGHTS = 100
/** Days in which a mailed link undoes the deletion of an account. Then all personal data is erased. */
export const DELETION_DAYS = 14
/** Mails with the link that undoes a deletion, which one account can cause in 24 hours. */
export const RESTORE_MAILS_PER_DAY = 3
/** Longest remark of a member who deletes the account, in characters. */
export const DELETION_REMARKS_MAX_LENGTH = 1000
/** Requests to pause or delete an account, and to change its notifications, of one member. */
export const DELETION_RATE = { max: 30, timeWindow: 10 * MINUTE }
export const NOTIFICATIONS_RATE = { max: 120, timeWindow: 10 * MINUTE }
export const LOGIN_FAILURES_BEFORE_LOCK = 5
/** Accounts that one network address may fail to log in to, within the first lock, before it is locked. */
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
/** Sessions that the owner's list shows, the most recently used. */
export const SESSIONS_LISTED = 100
/** A request stores the last use of its session when the stored one is older. */
export const SESSION_USE_MS = 5 * MINUTE
/** How long the second step of a log-in may take. */
export const LOGIN_STEP_MS = 10 * MINUTE
/** Says how much a replica of the database must have, so that members see what they have just changed. */
export const POSITION_COOKIE = 'position'
export const POSITION_COOKIE_MS = MINUTE
/** How long a new second factor waits for its first code. */
export const SECOND_FACTOR_SETUP_MS = 30 * MINUTE
/** Length of one code of an authenticator app, and the neighbours accepted for inaccurate clocks. */
export const TOTP_PERIOD_MS = 30 * SECOND
export const TOTP_WINDOW = 1
export const RECOVERY_CODES = 10
export const CODE_MIN_LENGTH = 6
export const CODE_MAX_LENGTH = 30
export const PASSKEYS_PER_MEMBER = 20
export const PASSKEY_NAME_MAX_LENGTH = 40
/** How long the browser's dialog for a passkey may be open. */
export const PASSKEY_CHALLENGE_MS = 10 * MINUTE
/** Longest part of a passkey's answer, base64url. */
export const CREDENTIAL_MAX_LENGTH = 20_000
/** How long the mails about the security of an account can be built. */
export const SECURITY_EVENT_MS = 30 * DAY
/** Requests that one address may make. */
export const LOGIN_RATE = { max: 300, timeWindow: 10 * MINUTE }
export const LINK_RATE = { max: 60, timeWindow: 10 * MINUTE }
export const RESET_RATE = { max: 20, timeWindow: 10 * MINUTE }
/** Requests that one member may make. */
export const SECURITY_RATE = { max: 100, timeWindow: 10 * MINUTE }
export const MAIL_CHANGE_RATE = { max: 20, timeWindow: 10 * MINUTE }
export const ACTIVATION_RATE = { max: 20, timeWindow: HOUR }
/** How long a member can complete a check of the age, and how many times one may start or continue one. */
export const AGE_CHECK_MS = 30 * MINUTE
export const AGE_CHECK_QUOTAS = { name: 'age checks', perMember: [{ max: 10, timeWindow: DAY }], perAddress: [] }
export const AGE_CHECK_RATE = { max: 240, timeWindow: 10 * MINUTE }
/** Years above the minimum age from which an estimate by the face confirms it: it can be wrong by some. */
export const AGE_ESTIMATE_MARGIN = 7

// Profiles

/** Youngest age that may sign up anywhere, in years; a country can only raise it. */
export const MINIMUM_AGE = 18
/** Oldest age that the search offers and that a date of birth may show, in years. */
export const MAXIMUM_AGE = 99
export const NAME_MIN_LENGTH = 2
export const NAME_MAX_LENGTH = 30
export const ABOUT_MAX_LENGTH = 2000
/** Prompts that a profile answers at most, and the characters of an answer. */
export const PROFILE_ANSWERS = 3
export const ANSWER_MAX_LENGTH = 150
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
/** Width of the cropped sizes of a photo; their height is 4/3 of it. */
export const PHOTO_CROPPED_WIDTHS_PX = { thumb: 240, tile: 480 } as const
/** Longest side of the sizes that keep the ratio of a photo. */
export const PHOTO_LONGEST_SIDES_PX = { medium: 720, large: 1440 } as const
export const PHOTO_CAPTION_MAX_LENGTH = 140
/** Probability, by the model that rates uploads, from which a photo counts as sexually explicit. */
export const EXPLICIT_RATING = 0.6
/** Of the 64 digits of two perceptual hashes, how many may differ in images that count as the same one. */
export const SAME_IMAGE_DIGITS = 8
/** Photos that an operator reviews together, and how long no other operator gets them. */
export const PHOTO_REVIEW_PAGE = 24
export const PHOTO_CLAIM_MS = 5 * MINUTE
/** How long a selfie with a pose can be sent, and how many poses one member may get. */
export const POSE_MS = 10 * MINUTE
export const POSE_RATE = { max: 12, timeWindow: HOUR }
/** Selfies that an operator reviews together, and photos of the profile beside each. */
export const SELFIE_REVIEW_PAGE = 8
export const SELFIE_PHOTOS = 12
/** After how many days a selfie is erased about which no operator has decided. */
export const SELFIE_DAYS = 14
/** Members that one member can ask for photos on request in 24 hours. */
export const PHOTO_REQUESTS_PER_DAY = 20
/** How long a request reads as open, and an owner who declined or withdrew is not asked again. */
export const PHOTO_REQUEST_PAUSE_MS = 30 * DAY
/** Requests and grants on one page of the owner's list. */
export const PHOTO_REQUESTS_PAGE_SIZE = 20
/** Photos that one member may upload. */
export const PHOTO_UPLOAD_RATE = { max: 30, timeWindow: 10 * MINUTE }
/** Images of links to members that one address may load. */
export const SHARE_IMAGE_RATE = { max: 300, timeWindow: 10 * MINUTE }
/** Changes of the own cell of the map by one member. */
export const POSITION_RATE = { max: 20, timeWindow: HOUR }
/** Changes of privacy settings: each makes the pages of up to a thousand others fetch their lists. */
export const PRIVACY_QUOTAS = { name: 'privacy', perMember: [{ max: 30, timeWindow: 10 * MINUTE }], perAddress: [] }
/** Changes of profile or photos: a new name or main photo makes up to a hundred others fetch their chats. */
export const PROFILE_CHANGE_RATE = { max: 100, timeWindow: 10 * MINUTE }
/**
 * Likes, blocks, reactions, answers to a date and decisions about photos on request, each alone: another
 * member's page changes or refetches.
 */
export const CONTACT_RATE = { max: 60, timeWindow: MINUTE }
/** More members than a person likes in a day: a program that likes everyone fills lists and mailboxes. */
export const LIKE_QUOTAS = { name: 'likes', perMember: [{ max: 1000, timeWindow: DAY }], perAddress: [] }
/** More profiles than a person opens in that time. Pointing at a tile loads its profile and counts. */
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
export const VISITORS_PAGE_SIZE = 24
/** A second visit of the same member within this time is not recorded. */
export const VISIT_PAUSE_MS = DAY
/** Visits are deleted after this many days. */
export const VISIT_DAYS = 90

// Moderation

export const BLOCKS_PAGE_SIZE = 50
export const REPORTS_PAGE_SIZE = 20
export const REPORT_TEXT_MAX_LENGTH = 2000
/** Images that one report can have, and how long after the report they can be added. */
export const REPORT_ATTACHMENTS = 3
export const REPORT_ATTACHMENT_MS = HOUR
/** Reports that one member can make in 24 hours. */
export const REPORTS_PER_DAY = 20
/** Requests that one member may make. */
export const REPORT_RATE = { max: 60, timeWindow: HOUR }

export const CASES_PAGE_SIZE = 50
/** A request to remove an intimate image is decided within this time (MOD-31). */
export const REMOVAL_MS = 48 * HOUR
export const REMOVAL_PLACE_MAX_LENGTH = 2000
/** Reports, images, notes and other parts of one case that an operator sees at most. */
export const CASE_PARTS_MAX = 200
/** Cases or photos that an operator can decide together. */
export const BULK_DECISIONS_MAX = 50
/** A case belongs to the operator who took it for this time. */
export const CASE_CLAIM_MS = 5 * MINUTE
/** An operator is not given a case again by 'next' for this time after skipping it. */
export const CASE_SKIP_MS = 12 * HOUR
/** How long evidence is kept while nothing is decided, and beyond the time to appeal. */
export const CASE_HOLD_DAYS = 365
/** The law and article that an operator names. */
export const LEGAL_GROUND_MAX_LENGTH = 200
export const EVIDENCE_AFTER_APPEAL_MS = 30 * DAY
/** A decision can be appealed for this many months (DSA art. 20). */
export const APPEAL_MONTHS = 6
export const APPEAL_TEXT_MAX_LENGTH = 2000
/** Requests of one network address that read or appeal decisions by their references. */
export const DECISION_RATE = { max: 120, timeWindow: 10 * MINUTE }
export const APPEAL_RATE = { max: 10, timeWindow: HOUR }
export const DECISIONS_LISTED = 50
export const SUSPENSION_DAYS_MAX = 365
/** Longest note of an operator about a case. */
export const CASE_NOTE_MAX_LENGTH = 2000
/** After this time a ban for fraud is reported to those who wrote with the member, unless it is reversed. */
export const WARN_PARTNERS_WITHIN_MS = 2 * HOUR
/** Messages before and after a reported one that an operator sees. */
export const CONTEXT_MESSAGES_BEFORE = 5
export const CONTEXT_MESSAGES_AFTER = 2
/** Defaults of the settings with the same names: when the program raises a signal. */
export const DEFAULT_SIGNAL_CONTACT_MESSAGES = 3
export const DEFAULT_SIGNAL_OPENER_COPIES = 10
export const DEFAULT_SIGNAL_REPORTERS = 3
export const SIGNAL_PHRASES_MAX = 200
/** Largest threshold of a signal. */
export const SIGNAL_COUNT_MAX = 10_000
/** Reports of one member by different members count together for this time. */
export const SIGNAL_REPORTS_MS = 30 * DAY
/** After a decision the same signal about the same member is not raised for this time. */
export const SIGNAL_PAUSE_MS = 7 * DAY
/** Most copies that one signal collects. */
export const SIGNAL_EVIDENCE_MAX = 10
/** First messages are compared for this time. */
export const SIGNAL_OPENER_DAYS = 30

// Pages

export const COMPLAINT_TEXT_MAX_LENGTH = 4000
/** Complaints from which one mail address gets a receipt in 24 hours: anyone can enter any address. */
export const COMPLAINTS_PER_DAY = 5
/** Complaints that one network address may send. */
export const COMPLAINT_RATE = { max: 20, timeWindow: HOUR }
/** Complaints are deleted after this many days: claims are time-barred by then. */
export const COMPLAINT_DAYS = 3 * 365

// Credits

/** The credits badge is shown at this many credits or fewer. */
export const LOW_CREDITS = 10

/** Entries of a page of a member's statement. */
export const STATEMENT_PAGE_SIZE = 30
/** Downloads of one member. */
export const STATEMENT_FILE_RATE = { max: 20, timeWindow: 10 * MINUTE }

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
/** The prices of the former country apply this long after a move that the network address contradicts. */
export const FORMER_PRICES_MS = 30 * DAY
/** Orders, repeat orders and withdrawals that one member may try. */
export const ORDER_RATE = { max: 30, timeWindow: 10 * MINUTE }
export const ORDERS_PAGE_SIZE = 20
/** A stored method is charged within this time of the order, or not at all. */
export const CHARGE_WITHIN_MS = HOUR
/** Latest purchases that are looked at for what can be returned. */
export const WITHDRAWALS_LISTED = 20
/** Shortest and longest pause until the provider is asked again for a payment that it has not reported. */
export const ORDER_CHECK_MIN_MS = MINUTE
export const ORDER_CHECK_MAX_MS = 12 * HOUR
/** An order whose checkout the provider did not open within this time ends. */
export const UNOPENED_ORDER_MS = HOUR
/** After this time, refunds and removals of methods that the provider has not executed are reported. */
export const REPORT_STUCK_MS = DAY
export const DISCOUNT_CODE_MAX_LENGTH = 40
/** More codes than a person tries, fewer than a guessing program. Looking for the own one is not counted. */
export const DISCOUNT_QUOTAS = {
  name: 'discount codes',
  perMember: [{ max: 30, timeWindow: 10 * MINUTE }],
  perAddress: [{ max: 100, timeWindow: 10 * MINUTE }],
}
/** How long an order that was begun keeps its discount code to itself. */
export const DISCOUNT_HOLD_MS = HOUR
/** How long the discount of the company for members who stay is valid. */
export const STAY_DISCOUNT_MS = 30 * DAY
/** The discount of new members: how long after the sign-up it is valid, and its size in percent. */
export const TIME_BONUS_MS = 4 * HOUR
export const TIME_BONUS_PERCENT = 25
/** Its dialog opens after this time in the members area. */
export const TIME_BONUS_DIALOG_MS = 40 * SECOND
/** A raised spending limit takes effect after this time; a lowered one at once. */
export const SPENDING_RAISE_MS = 24 * HOUR
/** Highest spending limit for a month that a member can set, in minor units. */
export const SPENDING_LIMIT_MAX_MINOR = 10_000_000
/** Changes of the own spending limit, and downloads of receipts, of one member. */
export const SPENDING_LIMIT_RATE = { max: 30, timeWindow: 10 * MINUTE }
/** Refunds of one order that stand, each with a credit note. */
export const REFUNDS_PER_ORDER = 10
/** A receipt, a chargeback note, and the credit notes. */
export const RECEIPTS_PER_ORDER = 2 + REFUNDS_PER_ORDER
export const RECEIPT_NUMBER_MAX_LENGTH = 30
export const RECEIPT_FILE_RATE = { max: 60, timeWindow: 10 * MINUTE }

// Direct debit

/** Days between the announcement of a direct debit and the earliest day of its collection. */
export const DEBIT_NOTICE_DAYS = 2
/**
 * A debit that its provider could not collect within these days of the announced one is not collected any
 * more. Shorter than the week for which providers recognise a repeated request.
 */
export const DEBIT_COLLECT_DAYS = 5
/** Direct debits of a member, and of a bank account, within the days: at most this sum, in euro cents. */
export const DEBIT_LIMIT_MINOR = 20_000
export const DEBIT_LIMIT_DAYS = 30
export const DEBIT_NAME_MAX_LENGTH = 70
export const DEBIT_HOUSE_NUMBER_MAX_LENGTH = 10
export const DEBIT_ZIP_MAX_LENGTH = 10
/** An IBAN as people write it, with spaces. */
export const IBAN_MAX_LENGTH = 50
export const PHONE_MAX_LENGTH = 30
export const SMS_CODE_LENGTH = 6
/** How long a code that was sent by SMS is valid, and how often it can be tried. */
export const SMS_CODE_MS = 10 * MINUTE
export const SMS_CODE_ATTEMPTS = 5
/** Pause between two codes of one member. */
export const SMS_PAUSE_MS = 30 * SECOND
/** Codes sent in 24 hours: by one member, to one number, to a range of numbers, by the installation. */
export const SMS_PER_MEMBER = 6
export const SMS_PER_NUMBER = 6
export const SMS_PER_RANGE = 30
export const SMS_PER_DAY = 2000
/** Last digits of a number that its range leaves open: a range has ten thousand numbers. */
export const SMS_RANGE_DIGITS = 4
/** Requests of one member. */
export const SMS_RATE = { max: 20, timeWindow: 10 * MINUTE }
export const DEBIT_RATE = { max: 30, timeWindow: 10 * MINUTE }

// Sign-up

/** The same form again within this time counts as the same sign-up whose reply was lost. */
export const SIGNUP_REPEAT_MS = 10 * MINUTE
export const SIGNUP_CHECK_RATE = { max: 40, timeWindow: 10 * MINUTE }
export const SIGNUP_RATE = { max: 20, timeWindow: 10 * MINUTE }
/** What was typed at the sign-up, and a chosen photo, stay on the device this long. */
export const SIGNUP_DRAFT_MS = DAY
/** Interests that the sign-up asks for; the profile can have more. */
export const SIGNUP_INTERESTS = 10
/** Members that are suggested at the end of the sign-up. */
export const SIGNUP_MATCHES = 5

// Search

/** Profiles on one page of the member search. */
export const SEARCH_PAGE_SIZE = 24
/** Highest page that can be opened by number; further pages are reached by key. */
export const SEARCH_MAX_PAGE = 100
/** Ages that a member's first search covers: this many years younger and older than the member. */
export const SEARCH_AGE_SPREAD = 10
/** Members that the filter `new` finds signed up within these days. */
export const NEW_MEMBER_DAYS = 14
/** Distances that the filter 'near me' offers, and the only ones that are shown. */
export const NEAR_STEPS_KM = [50, 100, 200] as const
/** A search with filters that are not counted in advance counts up to here. */
export const SEARCH_COUNT_MAX = 1000
/** Values of one filter in a URL, in UTF-16 units with their commas. */
export const SEARCH_LIST_MAX_LENGTH = 200
/** Ways to relax a search that are offered. */
export const SEARCH_SUGGESTIONS = 3
/** Years by which a suggestion widens the ages at both ends. */
export const SEARCH_SUGGESTION_YEARS = 5
/** Further pages that scrolling loads before a press is needed: the end of the page stays in reach. */
export const SEARCH_SCROLL_PAGES = 3
/** A search with at most this many members offers suggestions. */
export const SEARCH_FEW_MEMBERS = 3
/** Members before each advertisement (LAND-3). */
export const PROMO_TILE_EVERY = 8
export const PROMO_TILES_MAX = 6
export const PROMO_TEXT_MAX_LENGTH = 80
export const PROMO_PATH_MAX_LENGTH = 500
/** Searches that a person never reaches and a program that copies all members does. */
export const SEARCH_QUOTAS = {
  name: 'search',
  perMember: [
    { max: 60, timeWindow: MINUTE },
    { max: 600, timeWindow: HOUR },
    { max: 4000, timeWindow: DAY },
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
/** Two members are notified of a like or a match between them at most once in this time. */
export const LIKE_NOTICE_MS = DAY
/** After the call for an auto-like the likes are fetched again with this delay. */
export const AUTO_LIKE_REFRESH_MS = 500

// Chat

/** Conversations a free member may start; answering others never counts. */
export const FREE_CONVERSATIONS = 2
export const CHATS_PAGE_SIZE = 50
/** Rows of the list in the page of one conversation, where a phone hides them. The rest follows. */
export const CHATS_BESIDE_CONVERSATION = 15
export const MESSAGES_PAGE_SIZE = 50
/** Characters of the last message that the conversation list shows. */
export const MESSAGE_PREVIEW_LENGTH = 100
/** Older messages are hidden. */
export const HISTORY_DAYS = 365
/** 'Is typing' is shown this long after the last event. */
export const TYPING_MS = 5 * SECOND
/** Messages that one address may send in a minute, as a share of `REQUESTS_PER_MINUTE`. */
export const MESSAGE_RATE_SHARE = 0.1
/** A member can delete a message that they sent for both sides this long. */
export const MESSAGE_DELETE_MS = HOUR
/** Combining marks that one character of a message may have; more would cover other lines. */
export const MAX_COMBINING_MARKS = 8
/** Age at which messages that neither side can see are removed: until then a resend finds them. */
export const RESEND_DAYS = 7
/** Longest text that goes with a gift, in code points. */
export const GIFT_TEXT_MAX_LENGTH = 200
/** Longest text that the list of conversations can be searched for. */
export const CHAT_SEARCH_MAX_LENGTH = 50
/** Uploads of photos for messages by one member. A photo that is not sent in time is deleted. */
export const CHAT_PHOTO_RATE = { max: 60, timeWindow: 10 * MINUTE }
export const UNSENT_CHAT_PHOTO_MS = DAY
/** Photos for messages that one member can have uploaded and not sent; one more deletes the oldest. */
export const UNSENT_CHAT_PHOTOS = 20
/** Longest voice message, its largest file, and the parts of its waveform. */
export const VOICE_MAX_MS = MINUTE
export const VOICE_MAX_BYTES = 2_000_000
export const VOICE_PEAKS = 48
/** 'Replies often': the share of at least so many conversations by others that is answered within days. */
export const ANSWER_WINDOW_DAYS = 90
export const ANSWER_DAYS = 3
export const ANSWERED_MIN = 5
export const ANSWER_SHARE = 0.7
/** Longest place of a suggested date, in code points, and how far ahead its day is. */
export const DATE_PLACE_MAX_LENGTH = 100
export const DATE_MAX_AHEAD_MS = 366 * DAY
/** A gift that was received is wrapped this long, until it is opened. */
export const WRAPPED_GIFT_MS = 30 * DAY
/** Matches that the row above the list of conversations shows at most. */
export const NEW_MATCHES_SHOWN = 12

// Games

/** Likes of the swipe game in one window, which opens with the first of them. */
export const SWIPE_LIKES = 4
export const SWIPE_WINDOW_MS = DAY
/** A member who was passed or liked in the game is not shown there again for this many days. */
export const SWIPE_DAYS = 30
/** Cards that one call deals, and the number at which the browser fetches more. */
export const SWIPE_DECK = 12
export const SWIPE_REFILL = 5
/** Swipes of one member. */
export const SWIPE_RATE = { max: 1500, timeWindow: 10 * MINUTE }
/** Members that both games rank: the most recently active ones who fit. */
export const GAME_CANDIDATES = 120
/** Members that the match finder lists. */
export const FINDER_RESULTS = 24
/** Members are about the same age if they are at most this many years apart. */
export const CLOSE_AGE_YEARS = 2
/** What each reason adds to the rank of a member, and a photo, which is no reason by itself. */
export const REASON_POINTS = { likesYou: 6, city: 3, region: 2, reason: 2, age: 1, interest: 2, photo: 2 } as const
/** Interests beyond this number add nothing to the rank. */
export const RANKED_INTERESTS = 5
/** Members who are suggested for a day. */
export const DAILY_PICKS = 5
/** Members in each of the other rows above the search, and the fewest for which there is a row. */
export const DISCOVERY_ROW = 10
export const DISCOVERY_ROW_MIN = 3
/** The greatest of `NEAR_STEPS_KM` that such a row calls near. */
export const DISCOVERY_NEAR_KM = 100
/** Interests in the URL of the match finder, in UTF-16 units with their commas. */
export const FINDER_LIST_MAX_LENGTH = 1000

// Landing pages

/** The part of a path that chooses the texts of a campaign. */
export const LANDER_SLUG_MAX_LENGTH = 64
/** One text of a landing page, in UTF-16 units. */
export const LANDER_TEXT_MAX_LENGTH = 300
export const LANDER_IMAGES_MAX = 12
/** How long an uploaded image stays that no landing page has, so that a change can be undone. */
export const LANDER_IMAGE_DAYS = 90
/** Rows that one page can match: every choice of niche, slug, country, language and site, given or not. */
export const LANDER_ROWS_MAX = 32

// Exports

/** Exports of the own data that a member can request in 24 hours. */
export const EXPORTS_PER_DAY = 2
/** The file of an export is deleted this many days after it was built. */
export const EXPORT_DAYS = 7
/** Requests, and downloads, of one member. */
export const EXPORT_RATE = { max: 60, timeWindow: 10 * MINUTE }

// Requests

/** Default of `REQUESTS_PER_MINUTE`. */
export const DEFAULT_REQUESTS_PER_MINUTE = 3000
/**
 * An address may make the requests of so many members: those behind one address do not use up each other's,
 * and one gains nothing by changing it.
 */
export const MEMBERS_PER_ADDRESS = 10
/** Pages that are rendered for one address. Inside the site the browser renders, so a person needs a few. */
export const PAGE_RATE = { max: 300, timeWindow: MINUTE }
/** Key of the next page of a list; a cursor of this server is shorter. */
export const CURSOR_MAX_LENGTH = 100
/** Longest host name of DNS. */
export const HOST_MAX_LENGTH = 253

// Shell

export const LANGUAGE_COOKIE = 'i18n_redirected'
export const LANGUAGE_COOKIE_MS = 365 * DAY
/** The country that a visitor chose; lasts as long as the language. */
export const COUNTRY_COOKIE = 'country'
/** Left by an offline log-out, until the next request ends the session; lasts at most as the language. */
export const LOGGED_OUT_COOKIE = 'logged-out'
/** Failed requests are retried up to this many times, each wait twice the one before. */
export const HTTP_RETRIES = 5
/** Header of a changing call with the id that its client chose, by which the server knows a repeated one. */
export const CLIENT_ID_HEADER = 'idempotency-key'
/** How long the server remembers its reply. A device can be offline meanwhile. */
export const REPLY_MEMORY_MS = DAY
export const POLL_START_MS = 5 * SECOND
export const POLL_EVERY_MS = 60 * SECOND
/** With a push subscription, which reports what is new. */
export const POLL_EVERY_WITH_PUSH_MS = 300 * SECOND
/** When the code of a route cannot be fetched, the page reloads at most once within this time. */
export const CHUNK_RELOAD_PAUSE_MS = 60 * SECOND
/** Date of the first terms. The terms of a company that was added later have that date. */
export const TERMS_FIRST_DATE = '2023-12-01T12:00:00Z'

// Notifications

/** Mails and push messages about others, and regular mails, that a member gets in 24 hours. */
export const NOTICE_MAILS_PER_DAY = 6
export const NOTICE_PUSHES_PER_DAY = 30
/** While a conversation that was mailed about stays unread, it is not mailed about again for this time. */
export const CONVERSATION_MAIL_MS = DAY
/** What could not be sent for this long is not sent any more: the quiet hours, a mail server that is down. */
export const NOTICE_MAX_AGE_MS = 3 * DAY
/** How long support can see what was sent and what was not, and why. */
export const NOTICE_LOG_DAYS = 30
/** People that one mail names; it counts the others. */
export const NOTICE_MAIL_NAMES = 5
/** Messages that are unread for this long bring a reminder, once for each state of the inbox. */
export const UNREAD_REMINDER_MS = 3 * DAY
/** A sign-up without photo or text brings one reminder after the first time, and none after the second. */
export const SIGNUP_REMINDER_MS = DAY
export const SIGNUP_REMINDER_END_MS = 14 * DAY
/** Members who are away for this long and have credits for a message are reminded once. */
export const CREDITS_REMINDER_MS = 14 * DAY
/** Messages and absences that are older bring no reminder: that there was one is stored no longer. */
export const REMINDER_END_MS = NOTICE_LOG_DAYS * DAY
/** Points of what an address returned: with this many nothing is sent to it. */
export const BOUNCE_LIMIT = 3
/** A permanent failure is enough alone. */
export const BOUNCE_POINTS = { permanent: 3, temporary: 1 } as const
/** In this time the points of an address halve. */
export const BOUNCE_HALF_LIFE_MS = 30 * DAY
/** Mail servers report late. What is older is ignored, and so are repeated reports that long. */
export const MAIL_REPORT_MAX_AGE_MS = 14 * DAY
/** Quiet hours begin and end at multiples of these minutes. */
export const QUIET_HOURS_STEP_MINUTES = 15
/** Longest subject of a mail that an operator sends to members. */
export const EMAIL_SUBJECT_MAX_LENGTH = 150
/** Longest text that an operator sends to members: paragraphs, and the characters of one. */
export const NOTICE_TEXT_PARAGRAPHS = 20
export const NOTICE_TEXT_MAX_LENGTH = 2000
/** Longest signed link to the choice of mails. */
export const MAIL_TOKEN_MAX_LENGTH = 100
/** Longest name of a time zone. */
export const TIME_ZONE_MAX_LENGTH = 64
/** Requests of one address about the choice of mails without a log-in, and reports of mail servers. */
export const MAIL_PREFERENCES_RATE = { max: 60, timeWindow: 10 * MINUTE }
export const MAIL_REPORT_RATE = { max: 6000, timeWindow: 10 * MINUTE }
// Operators

export const OPERATOR_SESSION_MS = 12 * HOUR
/** How long a confirmed password, also that of the log-in, allows acts on money, bans and roles. */
export const OPERATOR_CONFIRMATION_MS = 10 * MINUTE
/** How long the link for a new operator works. */
export const OPERATOR_INVITATION_MS = 3 * DAY
export const OPERATOR_NAME_MAX_LENGTH = 60
/** Operators that a site can have at most. */
export const OPERATORS_MAX = 200
/** Rows of one page of a list of the console. */
export const OPERATOR_PAGE = 50
/** Longest text that a list of the console is searched for, in characters. */
export const OPERATOR_SEARCH_MAX_LENGTH = 254
/** Longest reason that an operator gives for an act, in characters. */
export const OPERATOR_REASON_MAX_LENGTH = 500
/** Calls that one address may make with a link for a new operator. */
export const OPERATOR_INVITATION_RATE = { max: 30, timeWindow: 10 * MINUTE }
/** Rows of each short list on the page of a member: orders, cases, what was sent. */
export const OPERATOR_MEMBER_ROWS = 20
/** Characters of a name with which members are searched for, at least. */
export const OPERATOR_NAME_SEARCH_MIN = 2
/** Mails that operators together can send again to one member in 24 hours. */
export const OPERATOR_MAILS_PER_DAY = 10
/** Credits that one operator can give and take within a day, both together, by role. */
export const OPERATOR_CREDITS_PER_DAY = { owner: 100_000, manager: 20_000, support: 500 } as const
/** A payment that was opened this long ago without a result, and a refund that waits this long, is stuck. */
export const STUCK_PAYMENT_MS = DAY
export const STUCK_REFUND_MS = HOUR
/** Jobs that could have run this long ago have no worker. */
export const JOBS_LATE_MS = 10 * MINUTE
/** With less of the disk free, photos and the database soon do not fit. */
export const DISK_LOW_SHARE = 0.1
/** Days whose sums the console shows at once, at most. */
export const OPERATOR_DAYS_MAX = 92
/** Days that the console shows first. */
export const OPERATOR_DAYS = 30
/** Sites and currencies of a day, or countries and rates of a company, that the console sums at most. */
export const OPERATOR_GROUPS_MAX = 100
/** Campaigns that the numbers list, those with most sign-ups first. */
export const OPERATOR_SOURCES_MAX = 200
/** Weeks of sign-ups that are followed. */
export const OPERATOR_COHORT_WEEKS = 12
/** Kinds of decisions that are counted apart: more than there are together. */
export const CASE_DECISION_GROUPS_MAX = 5000
/** Days of one transparency report. */
export const TRANSPARENCY_DAYS_MAX = 366

/** Sites, and companies, of an installation that the console lists. */
export const SITES_MAX = 500

/** Longest Markdown text of a static page, in UTF-16 code units. */
export const PAGE_TEXT_MAX_LENGTH = 60_000

/** Newest discount codes that the console lists. */
export const DISCOUNT_CODES_MAX = 500
