import { countries } from '#contract/countries.ts'
import { gifts } from '#contract/chat/gifts.ts'
import { languageCodes } from '#contract/languages.ts'
import { profileFields } from '#contract/profiles/profile-fields.ts'
import { interests } from '#contract/settings/interests.ts'
import type { OwnSettings } from '#contract/settings/schemas.ts'
import { searchFields } from '#contract/settings/search-fields.ts'

export type SettingName = keyof OwnSettings

/** How a setting is edited. `rows`: values with a structure (structures.ts). */
export type SettingEditor =
  | { kind: 'text' | 'long' | 'colour' | 'number' | 'lines' | 'rows' | 'switch' }
  | { kind: 'choice' | 'choices'; options: readonly (string | number)[] }

const text = { kind: 'text' } as const
const number = { kind: 'number' } as const
const rows = { kind: 'rows' } as const
const lines = { kind: 'lines' } as const
const toggle = { kind: 'switch' } as const
const allOrNone = { kind: 'choice', options: ['all', 'none'] } as const

/** Every setting that an operator can change, and its editor. A setting without one is an error of types. */
const editors: Record<SettingName, SettingEditor> = {
  name: text,
  logo: text,
  accent_colour: { kind: 'colour' },
  secondary_colour: { kind: 'colour' },
  index_title: text,
  description: { kind: 'long' },
  mail_name: text,
  support_email: text,
  support_phone: text,
  signups: { kind: 'choice', options: ['all', 'with_trafficsource', 'none'] },
  hide_account_existence: toggle,
  logged_out_search: allOrNone,
  logged_out_search_trafficsource: allOrNone,
  traffic_sources: lines,
  enable_site_entry_popup: { kind: 'choice', options: ['yes', 'no'] },
  minimum_ages: rows,
  domain_language: text,
  languages: { kind: 'choices', options: languageCodes },
  countries: { kind: 'choices', options: countries },
  region_data: rows,
  cdn_prefix: text,
  message_credits: number,
  match_message_credits: number,
  signup_credits: number,
  photo_credits: number,
  gift_credits: number,
  gifts: { kind: 'choices', options: Object.keys(gifts) },
  minimum_message_costs: rows,
  bundle_prices: rows,
  refund_days: number,
  visible_profile_fields: { kind: 'choices', options: profileFields },
  visible_profile_notes: lines,
  interests: { kind: 'choices', options: interests },
  search_fields: { kind: 'choices', options: searchFields },
  message_length: number,
  review_photos: toggle,
  age_check_countries: { kind: 'choices', options: countries },
  fictional_icon: text,
  'fictional_warning/singular/plural': rows,
  signal_phrases: lines,
  signal_contact_messages: number,
  signal_opener_copies: number,
  signal_reporters: number,
  niche: { kind: 'choice', options: [1, 2, 3, 4, 5, 6, 7] },
  premium_match_claim: rows,
  member_resell: toggle,
  promo_tiles: rows,
  disclaimers: rows,
  push_public_key: text,
  tracking_script: text,
}

export const editorOf = (name: SettingName) => editors[name]

export const settingGroups = {
  brand: [
    'name',
    'logo',
    'accent_colour',
    'secondary_colour',
    'index_title',
    'description',
    'mail_name',
    'support_email',
    'support_phone',
  ],
  access: [
    'signups',
    'logged_out_search',
    'logged_out_search_trafficsource',
    'traffic_sources',
    'hide_account_existence',
    'enable_site_entry_popup',
    'minimum_ages',
  ],
  places: ['domain_language', 'languages', 'countries', 'region_data', 'cdn_prefix'],
  prices: [
    'message_credits',
    'match_message_credits',
    'signup_credits',
    'photo_credits',
    'gift_credits',
    'gifts',
    'minimum_message_costs',
    'bundle_prices',
    'refund_days',
  ],
  profiles: [
    'visible_profile_fields',
    'visible_profile_notes',
    'interests',
    'search_fields',
    'message_length',
    'review_photos',
    'age_check_countries',
    'fictional_icon',
    'fictional_warning/singular/plural',
  ],
  safety: ['signal_phrases', 'signal_contact_messages', 'signal_opener_copies', 'signal_reporters'],
  marketing: [
    'niche',
    'premium_match_claim',
    'member_resell',
    'promo_tiles',
    'disclaimers',
    'tracking_script',
    'push_public_key',
  ],
} as const satisfies Record<string, readonly SettingName[]>
export type SettingGroup = keyof typeof settingGroups

/** The key of a setting in the catalogue, where a slash would be a path. */
export const textKeyOf = (name: SettingName) =>
  name === 'fictional_warning/singular/plural' ? 'fictional_texts' : name
