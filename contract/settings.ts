import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { countries, currencies, type CountryCode } from './countries.ts'
import { languages } from './languages.ts'
import {
  COMPANY_ENTRIES_MAX,
  HOST_MAX_LENGTH,
  PROFILE_NOTES_MAX,
  REGION_MAX_LENGTH,
  REGIONS_PER_COUNTRY,
  SETTING_MAX_LENGTH,
} from './limits.ts'

export const Country = z.enum(countries as [CountryCode, ...CountryCode[]])

export const Currency = z.enum(currencies)

/** Amount of one currency, in minor units (cents). */
export const MessageCost = z.object({ costs: z.int().nonnegative(), currency: Currency })

export const interests = [
  'relationship',
  'friendship',
  'flirting',
  'kissing',
  'cuddling',
  'romance',
  'candlelight_dinners',
  'dating',
  'adventure',
  'travelling',
  'city_trips',
  'beach',
  'mountains',
  'camping',
  'hiking',
  'walking',
  'nature',
  'animals',
  'dogs',
  'cats',
  'gardening',
  'cooking',
  'dining_out',
  'wine',
  'coffee',
  'music',
  'concerts',
  'festivals',
  'dancing',
  'nightlife',
  'cinema',
  'series',
  'theatre',
  'museums',
  'art',
  'photography',
  'reading',
  'writing',
  'gaming',
  'board_games',
  'gym',
  'running',
  'cycling',
  'swimming',
  'football',
  'yoga',
  'wellness',
  'motorbikes',
  'technology',
  'volunteering',
] as const
export const Interest = z.enum(interests)
export type Interest = z.output<typeof Interest>

export const searchFields = ['gender', 'country', 'region', 'age'] as const
export const profileFields = [
  'about',
  'interests',
  'relationship',
  'body_type',
  'hair_colour',
  'eye_colour',
  'tattoos',
  'sexuality',
] as const

const AllOrNone = z.enum(['all', 'none'])

const Text = z.string().max(SETTING_MAX_LENGTH)

/** Regions by country. */
const RegionData = z.partialRecord(Country, z.array(z.string().max(REGION_MAX_LENGTH)).max(REGIONS_PER_COUNTRY))

/** A site's settings, under their wire names. Prices in credits are whole numbers. */
export const Settings = z.object({
  /** Brand name, the only product name that visitors see. */
  name: Text.min(1),
  domain: Text.min(1),
  /** BCP 47; its first two letters choose the language of a visitor who has not chosen one. */
  domain_language: Text.min(2),
  cdn_prefix: Text,
  niche: z.int().min(1).max(7),
  signups: z.enum(['all', 'with_trafficsource', 'none']),
  logged_out_search: AllOrNone,
  logged_out_search_trafficsource: AllOrNone,
  push_public_key: Text,
  support_phone: Text,
  support_email: Text,
  /** Country of the visitor's network address, where known. */
  geoip_country: Country.nullable(),
  geoip_selected_country: Country.nullable(),
  minimum_message_costs: z.partialRecord(Country, MessageCost),
  enable_site_entry_popup: z.enum(['yes', 'no']),
  fictional_icon: Text,
  'fictional_warning/singular/plural': z.object({ warning: Text, singular: Text, plural: Text }),
  index_title: Text,
  description: Text,
  /** Countries in which members of this site can live. */
  countries: z.array(Country).min(1).max(countries.length),
  visible_profile_fields: z.array(z.enum(profileFields)).max(profileFields.length),
  visible_profile_notes: z.array(Text).max(PROFILE_NOTES_MAX),
  /** Regions of each country, in the spelling used there. */
  region_data: RegionData,
  message_credits: z.int().positive(),
  signup_credits: z.int().nonnegative(),
  photo_credits: z.int().positive(),
  gift_credits: z.int().positive(),
  /** Longest message, in code points. */
  message_length: z.int().positive(),
  search_fields: z.array(z.enum(searchFields)).max(searchFields.length),
  interests: z.array(Interest).max(interests.length),
  member_resell: z.boolean(),
  company_id: z.int(),
  mail_name: Text,
  refund_days: z.int().nonnegative(),
})
export type Settings = z.output<typeof Settings>

/** Returns whether visitors without log-in may see members on this site. Source: PRO-10, SEARCH-6. */
export function mayVisitorsBrowse({ logged_out_search }: { logged_out_search: 'all' | 'none' }) {
  return logged_out_search !== 'none'
}

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
  /** Discount in percent, offered to a member who is about to delete the account. */
  delete_discount: z.int().min(0).max(100),
  added: z.iso.datetime(),
})
export type CompanyInfo = z.output<typeof CompanyInfo>

export const getSettings = endpoint({
  method: 'GET',
  path: '/api/settings',
  access: 'anyone',
  summary: 'Settings of the site of the host name, or of `domain` on a development host.',
  // Loose, because the client passes on the query of its page; only `domain` is used (SET-1).
  query: z.looseObject({ domain: z.string().max(HOST_MAX_LENGTH).optional() }),
  reply: z.object({
    settings: Settings,
    /** Whether the members are invented, which every page says (DEMO-4). */
    isDemo: z.boolean(),
  }),
})

export const getInterests = endpoint({
  method: 'GET',
  path: '/api/interests',
  access: 'anyone',
  summary: 'Interests that members of this site can choose.',
  reply: z.object({ interests: z.array(Interest).max(interests.length) }),
})

export const getRegions = endpoint({
  method: 'GET',
  path: '/api/regions',
  access: 'anyone',
  summary: 'Regions of each country of this site.',
  reply: z.object({ regions: RegionData }),
})

export const getCompanyInfo = endpoint({
  method: 'GET',
  path: '/api/companyinfo',
  access: 'anyone',
  summary: 'The company behind this site.',
  reply: z.object({ companyinfo: CompanyInfo }),
})

export const LanguageChoice = z.strictObject({ language: z.enum(languages) })
