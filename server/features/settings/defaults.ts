import {
  DEFAULT_FREE_MESSAGES,
  DEFAULT_MESSAGE_CREDITS,
  DEFAULT_PHOTO_CREDITS,
  DEFAULT_GIFT_CREDITS,
  DEFAULT_MESSAGE_LENGTH,
  DEFAULT_REFUND_DAYS,
  DEFAULT_DELETE_DISCOUNT,
  DEFAULT_MINIMUM_MESSAGE_COSTS,
} from '#contract/limits.ts'
import { countries, type CountryCode, type CurrencyCode } from '#contract/countries.ts'
import { interests, searchFields, type CompanyInfo, type Settings } from '#contract/settings.ts'
// Regions of every country in the local spelling. Made by scripts/make-regions.ts.
import regions from './regions.json' with { type: 'json' }

/** A working site before anybody has configured anything. Empty texts: the catalogue's own, or nothing at all. */
export function defaultSettings({ domain, companyId }: { domain: string; companyId: number }): Settings {
  return {
    name: 'Rendezvous',
    domain,
    domain_language: 'en',
    cdn_prefix: '',
    niche: 1,
    signups: 'all',
    logged_out_search: 'all',
    logged_out_search_trafficsource: 'all',
    push_public_key: '',
    // A number that Ofcom keeps free for fiction.
    support_phone: '+44 20 7946 0018',
    support_email: 'support@rendezvous.example',
    geoip_country: null,
    geoip_selected_country: null,
    minimum_message_costs: {
      ...inEuros('AT', 'BE', 'DE', 'ES', 'FI', 'FR', 'IE', 'IT', 'NL'),
      AU: cost('AUD'),
      CA: cost('CAD'),
      CH: cost('CHF'),
      DK: cost('DKK'),
      GB: cost('GBP'),
      NO: cost('NOK'),
      PL: cost('PLN'),
      SE: cost('SEK'),
      US: cost('USD'),
    },
    enable_site_entry_popup: 'yes',
    // Without an icon the site has no fictional profiles.
    fictional_icon: '',
    'fictional_warning/singular/plural': { warning: '', singular: '', plural: '' },
    index_title: '',
    description: '',
    // The first one stands for a visitor of whom nothing is known.
    countries: ['GB', ...countries.filter((country) => country !== 'GB')],
    visible_profile_fields: ['about', 'interests', 'relationship', 'body_type'],
    visible_profile_notes: [],
    region_data: regions,
    message_credits: DEFAULT_MESSAGE_CREDITS,
    signup_credits: DEFAULT_FREE_MESSAGES * DEFAULT_MESSAGE_CREDITS,
    photo_credits: DEFAULT_PHOTO_CREDITS,
    gift_credits: DEFAULT_GIFT_CREDITS,
    message_length: DEFAULT_MESSAGE_LENGTH,
    search_fields: [...searchFields],
    interests: [...interests],
    member_resell: false,
    company_id: companyId,
    mail_name: 'Rendezvous',
    refund_days: DEFAULT_REFUND_DAYS,
  }
}

/** The company of a demo site: made up, and recognisable as such. */
export const demoCompany: Omit<CompanyInfo, 'added'> = {
  name: 'Rendezvous Demo Company',
  address: '1 Example Street',
  kvk: '00000000',
  city: 'Exampleton',
  country: 'NL',
  tradenames: ['Rendezvous'],
  vat_numbers: [{ country: 'NL', number: 'NL000000000B00' }],
  support_phone: '+44 20 7946 0018',
  delete_discount: DEFAULT_DELETE_DISCOUNT,
}

function inEuros(...codes: CountryCode[]) {
  return Object.fromEntries(codes.map((code) => [code, cost('EUR')]))
}

function cost(currency: CurrencyCode) {
  return { costs: DEFAULT_MINIMUM_MESSAGE_COSTS[currency], currency }
}
