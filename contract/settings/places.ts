import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { CITY_MAX_LENGTH, CITY_SUGGESTIONS, REGION_MAX_LENGTH } from '#contract/limits.ts'
import { Country, RegionData } from './settings.ts'

export const getRegions = endpoint({
  method: 'GET',
  path: '/api/regions',
  access: 'anyone',
  summary: 'Regions of each country of this site, with the word for them there.',
  reply: z.object({ regions: RegionData }),
})

export const getCities = endpoint({
  method: 'GET',
  path: '/api/cities',
  access: 'anyone',
  summary: 'Cities of a region that match a text, well-known ones first. Data: GeoNames, CC BY 4.0.',
  query: z.strictObject({
    country: Country,
    region: z.string().max(REGION_MAX_LENGTH),
    q: z.string().max(CITY_MAX_LENGTH).default(''),
  }),
  reply: z.object({ cities: z.array(z.string()).max(CITY_SUGGESTIONS) }),
})

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

export const getGeocode = endpoint({
  method: 'GET',
  path: '/api/geocode',
  access: 'anyone',
  summary: 'The place nearest to a position, or null. The position is not stored. Data: GeoNames, CC BY 4.0.',
  query: z.strictObject({ lat: degrees(90), lon: degrees(180) }),
  reply: z.object({ geocode: Geocode.nullable() }),
})
