import { z } from 'zod'
import { countries, type CountryCode, currencies, regionKindNames } from '#contract/countries.ts'
import type { EndpointSchemas } from '#contract/endpoint.ts'
import { languageCodes } from '#contract/languages.ts'
import {
  CITY_MAX_LENGTH,
  CITY_SUGGESTIONS,
  COMPANY_ENTRIES_MAX,
  DISCLAIMERS_MAX,
  HOST_MAX_LENGTH,
  MAXIMUM_AGE,
  MESSAGE_COST_MAX,
  MESSAGE_LENGTH_MAX,
  MINIMUM_AGE,
  PROFILE_NOTES_MAX,
  PROMO_TEXT_MAX_LENGTH,
  PROMO_TILES_MAX,
  REFUND_DAYS_MAX,
  REGION_MAX_LENGTH,
  REGIONS_PER_COUNTRY,
  SETTING_CREDITS_MAX,
  SIGNAL_COUNT_MAX,
  SIGNAL_PHRASES_MAX,
  TRAFFIC_NETWORKS_MAX,
} from '#contract/limits.ts'
import { type Gift, gifts } from '#contract/chat/gifts.ts'
import { profileFields } from '#contract/profiles/profile-fields.ts'
import { interests } from './interests.ts'
import { searchFields } from './search-fields.ts'
import {
  BundlePrices,
  CdnPrefix,
  Colour,
  ImagePath,
  PromoTile,
  ScriptUrl,
  Text,
  TrafficValue,
} from './value-schemas.ts'

export const Country = z.enum(countries as [CountryCode, ...CountryCode[]])

export const Currency = z.enum(currencies)

/** Amount of one currency, in minor units (cents). */
export const MessageCost = z.strictObject({ costs: z.int().nonnegative().max(MESSAGE_COST_MAX), currency: Currency })

export const Interest = z.enum(interests)
export type Interest = z.output<typeof Interest>

const AllOrNone = z.enum(['all', 'none'])

/** Regions by country, with the country's word for them (SET-6). */
export const RegionData = z.partialRecord(
  Country,
  z.strictObject({
    label: z.enum(regionKindNames),
    regions: z.array(z.string().max(REGION_MAX_LENGTH)).max(REGIONS_PER_COUNTRY),
  }),
)
export type RegionData = z.output<typeof RegionData>

export const giftNames = Object.keys(gifts) as [Gift, ...Gift[]]

/** A site's settings, under their wire names. Prices in credits are whole numbers. */
export const Settings = z.object({
  /** Brand name, the only product name that visitors see. */
  name: Text.min(1),
  /** Shown before the name instead of the hearts. */
  logo: ImagePath,
  /** Colour of actions; the theme derives its shades for light and dark. */
  accent_colour: Colour,
  /** Colour of unread messages and new likes, and the end of the gradient. */
  secondary_colour: Colour,
  domain: Text.min(1),
  /** BCP 47; its first two letters are the language of who has chosen none. Empty: the browser's. */
  domain_language: Text,
  /** Languages that the site offers. */
  languages: z.array(z.enum(languageCodes)).min(1).max(languageCodes.length),
  cdn_prefix: CdnPrefix,
  /** Measures landing pages, for visitors who agree (SHELL-24). */
  tracking_script: ScriptUrl,
  niche: z.int().min(1).max(7),
  signups: z.enum(['all', 'with_trafficsource', 'none']),
  /** Replies do not reveal whether an address has an account (ACC-25). */
  hide_account_existence: z.boolean(),
  logged_out_search: AllOrNone,
  logged_out_search_trafficsource: AllOrNone,
  /** Networks whose visitors count as those of a campaign; any other one is ignored (LAND-2). */
  traffic_sources: z.array(TrafficValue).max(TRAFFIC_NETWORKS_MAX),
  push_public_key: Text,
  support_phone: Text,
  support_email: Text,
  /** Country of the visitor's network address, where known. Not stored, like the next one. */
  geoip_country: Country.nullable(),
  /** Country that the visitor chose. */
  geoip_selected_country: Country.nullable(),
  minimum_message_costs: z.partialRecord(Country, MessageCost),
  /** Prices of the bundles by currency, in place of the product's (PAY-2). */
  bundle_prices: z.partialRecord(Currency, BundlePrices),
  enable_site_entry_popup: z.enum(['yes', 'no']),
  fictional_icon: Text,
  'fictional_warning/singular/plural': z.strictObject({ warning: Text, singular: Text, plural: Text }),
  index_title: Text,
  description: Text,
  /** Disclaimers of the footer by locale: a language, or one of a country, such as `nl` or `en-US`. */
  disclaimers: z
    .record(
      z
        .string()
        .max(5)
        .regex(/^[a-z]{2}(?:-[A-Z]{2})?$/),
      Text.min(1),
    )
    .refine((texts) => Object.keys(texts).length <= DISCLAIMERS_MAX),
  /** Countries in which members of this site can live. */
  countries: z.array(Country).min(1).max(countries.length),
  visible_profile_fields: z.array(z.enum(profileFields)).max(profileFields.length),
  visible_profile_notes: z.array(Text).max(PROFILE_NOTES_MAX),
  /** Youngest age by country, where it is higher than everywhere (PRO-1). */
  minimum_ages: z.partialRecord(Country, z.int().min(MINIMUM_AGE).max(MAXIMUM_AGE)),
  /** Regions of each country, in the spelling used there. */
  region_data: RegionData,
  message_credits: z.int().positive().max(SETTING_CREDITS_MAX),
  /** Price of a text between two who matched, `message_credits` at most; null for the same. */
  match_message_credits: z.int().nonnegative().max(SETTING_CREDITS_MAX).nullable(),
  signup_credits: z.int().nonnegative().max(SETTING_CREDITS_MAX),
  photo_credits: z.int().positive().max(SETTING_CREDITS_MAX),
  /** Where the age of a member is confirmed before explicit images are sent and seen (PRO-40). */
  age_check_countries: z.array(Country).max(countries.length),
  /** Whether an operator sees each new photo before others do. */
  review_photos: z.boolean(),
  /** Phrases that raise a signal beside those that the program knows (MOD-24). */
  signal_phrases: z.array(Text.min(3)).max(SIGNAL_PHRASES_MAX),
  /** Contact data raises a signal in so many first messages of a conversation; 0: never. */
  signal_contact_messages: z.int().nonnegative().max(SIGNAL_COUNT_MAX),
  /** The same first message to so many members raises a signal; 0: never. */
  signal_opener_copies: z.int().nonnegative().max(SIGNAL_COUNT_MAX),
  /** Reports by so many members raise a signal; 0: never. */
  signal_reporters: z.int().nonnegative().max(SIGNAL_COUNT_MAX),
  gift_credits: z.int().positive().max(SETTING_CREDITS_MAX),
  /** Gifts that members can send. */
  gifts: z.array(z.enum(giftNames)).max(giftNames.length),
  /** Longest message, in code points. */
  message_length: z.int().positive().max(MESSAGE_LENGTH_MAX),
  search_fields: z.array(z.enum(searchFields)).max(searchFields.length),
  interests: z.array(Interest).max(interests.length),
  /** How much more likely premium members match, in percent, and the figure's source; null: no claim. */
  premium_match_claim: z
    .strictObject({ percentage: z.int().min(1).max(1000), source: z.string().trim().min(1).max(PROMO_TEXT_MAX_LENGTH) })
    .nullable(),
  member_resell: z.boolean(),
  /** Advertisements between the members of a search, in the order in which they are shown. */
  promo_tiles: z.array(PromoTile).max(PROMO_TILES_MAX),
  company_id: z.int(),
  /** Of the text to which members consent, the same on all sites of an installation (SIGN-6). */
  consent_version: z.string(),
  mail_name: Text,
  refund_days: z.int().nonnegative().max(REFUND_DAYS_MAX),
})
export type Settings = z.output<typeof Settings>

/** What an operator can set: no column of the site, nothing that is derived or differs by visitor (SET-8). */
export const OwnSettings = Settings.omit({
  domain: true,
  company_id: true,
  consent_version: true,
  geoip_country: true,
  geoip_selected_country: true,
})
export type OwnSettings = z.output<typeof OwnSettings>
export const settingNames = Object.keys(OwnSettings.shape) as (keyof OwnSettings)[]

/**
 * What visitors are sent. The networks stay secret: a name of one opens what its campaigns open; below
 * the thresholds of signals a deceiver would stay.
 * Members alone get whether their age must be confirmed (`User`).
 */
export const PublicSettings = Settings.omit({
  traffic_sources: true,
  age_check_countries: true,
  signal_phrases: true,
  signal_contact_messages: true,
  signal_opener_copies: true,
  signal_reporters: true,
})

export const CompanyInfo = z.object({
  name: z.string(),
  address: z.string(),
  /** Chamber of commerce number. */
  kvk: z.string(),
  city: z.string(),
  country: Country,
  tradenames: z.array(z.string()).max(COMPANY_ENTRIES_MAX),
  vat_numbers: z.array(z.object({ country: Country, number: z.string() })).max(COMPANY_ENTRIES_MAX),
  support_phone: z.string(),
  /** SEPA creditor identifier; empty: no direct debit. */
  sepa_creditor_id: z.string().default(''),
  /** Discount in percent, offered to a member who is about to delete the account. */
  delete_discount: z.int().min(0).max(100),
  added: z.iso.datetime(),
})
export type CompanyInfo = z.output<typeof CompanyInfo>

export const getSettings = {
  summary: 'Settings of the site of the host name, or of `domain` on a development host.',
  // Loose, because the client passes on the query of its page: `domain` and traffic data are read (SET-1).
  query: z.looseObject({ domain: z.string().max(HOST_MAX_LENGTH).optional() }),
  reply: z.object({
    settings: PublicSettings,
    /** Whether the members are invented, which every page says (DEMO-4). */
    isDemo: z.boolean(),
    /** Whether this visitor came by a known campaign, which can open sign-up and search (LAND-2). */
    hasTrafficSource: z.boolean(),
    /** Properties of the style sheet that the brand's colours replace. */
    theme: z.record(z.string(), z.string()),
    /** Address of the site, without a trailing slash: what search engines and shared links name. */
    url: z.url(),
  }),
} satisfies EndpointSchemas

export const getInterests = {
  summary: 'Interests that members of this site can choose.',
  reply: z.object({ interests: z.array(Interest).max(interests.length) }),
} satisfies EndpointSchemas

export const getCompanyInfo = {
  summary: 'The company behind this site.',
  reply: z.object({ companyinfo: CompanyInfo }),
} satisfies EndpointSchemas

export const LanguageChoice = z.strictObject({ language: z.enum(languageCodes) })

export const getRegions = {
  summary: 'Regions of each country of this site, with the word for them there.',
  reply: z.object({ regions: RegionData }),
} satisfies EndpointSchemas

export const getCities = {
  summary: 'Cities of a region that match a text, well-known ones first. Data: GeoNames, CC BY 4.0.',
  query: z.strictObject({
    country: Country,
    region: z.string().max(REGION_MAX_LENGTH),
    q: z.string().max(CITY_MAX_LENGTH).default(''),
  }),
  reply: z.object({ cities: z.array(z.string()).max(CITY_SUGGESTIONS) }),
} satisfies EndpointSchemas

/** A place that members can choose. */
export const Geocode = z.object({ country: Country, region: z.string(), city: z.string() })
export type Geocode = z.output<typeof Geocode>

/** Degrees as a decimal number; the text is bounded before it is converted. */
const degrees = (max: number) =>
  z
    .string()
    .max(32)
    .regex(/^-?\d{1,3}(\.\d+)?$/)
    .pipe(z.coerce.number<string>().min(-max).max(max))

export const getGeocode = {
  summary: 'The place nearest to a position, or null. The position is not stored. Data: GeoNames, CC BY 4.0.',
  query: z.strictObject({ lat: degrees(90), lon: degrees(180) }),
  reply: z.object({ geocode: Geocode.nullable() }),
} satisfies EndpointSchemas
