import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CountryCode } from '#contract/countries.ts'
import { CITY_SUGGESTIONS, GEOCODE_MAX_KM } from '#contract/limits.ts'
import { foldName } from '#contract/settings/fold-name.ts'
import type { Geocode } from '#contract/settings/schemas.ts'
import { getOrLoad } from '#server/platform/load-once.ts'
import { cityRadiusKm, KM_PER_DEGREE } from './city-size.ts'

/*
 * The cities of every region, from GeoNames (CC BY 4.0), written by scripts/make-cities.ts. A country is read
 * when it is first asked for; all together when a position is.
 */

interface City {
  name: string
  /** In degrees. */
  lat: number
  lon: number
  radiusKm: number
}

type Regions = Map<string, City[]>
type Place = City & Omit<Geocode, 'city'>

const folder = join(import.meta.dirname, 'cities')
const loaded = new Map<CountryCode, Promise<Regions>>()
const grids = new Map<string, Promise<Map<string, Place[]>>>()

/** Returns cities of a region that begin with a text, then those that contain it; well-known ones first. */
export async function findCities({ country, region, q }: { country: CountryCode; region: string; q: string }) {
  const cities = (await citiesIn(country)).get(region) ?? []
  const text = foldName(q)
  const names = cities.map(({ name }) => name)
  const beginning = names.filter((name) => foldName(name).startsWith(text))
  const containing = names.filter((name) => !foldName(name).startsWith(text) && foldName(name).includes(text))
  return [...beginning, ...containing].slice(0, CITY_SUGGESTIONS)
}

/**
 * Returns the city of the countries that a position is in, else the nearest one within `GEOCODE_MAX_KM`, or
 * null. In several, as in a suburb, it is the one whose centre is near for its size. Stores nothing (SET-9).
 */
export async function nearestCity({
  lat,
  lon,
  countries,
}: Position & { countries: readonly CountryCode[] }): Promise<Geocode | null> {
  const grid = await gridOf(countries)
  let nearest: Place | null = null
  let least = Infinity
  for (const place of around(grid, { lat, lon })) {
    const km = distanceKm(place, { lat, lon })
    // Any city that the position is in comes before any that it is not in.
    const rank = km <= place.radiusKm ? km / place.radiusKm : 1 + km
    if (km > GEOCODE_MAX_KM || rank >= least) continue
    nearest = place
    least = rank
  }
  return nearest && { country: nearest.country, region: nearest.region, city: nearest.name }
}

/** Returns a town's position by its exact name, in degrees; null if its region's list lacks it. */
export async function townPosition({ country, region, city }: Geocode) {
  const town = (await citiesIn(country)).get(region)?.find(({ name }) => foldName(name) === foldName(city))
  return town ? { latitude: town.lat, longitude: town.lon } : null
}

interface Position {
  lat: number
  lon: number
}

function citiesIn(country: CountryCode) {
  return getOrLoad(loaded, country, () => readCities(country))
}

async function readCities(country: CountryCode): Promise<Regions> {
  const file = JSON.parse(await readFile(join(folder, `${country}.json`), 'utf8')) as Record<string, string[]>
  return new Map(Object.entries(file).map(([region, cities]) => [region, cities.map(toCity)]))
}

function toCity(line: string): City {
  const [name = '', lat, lon, population = 0] = line.split(';')
  return { name, lat: Number(lat) / 100, lon: Number(lon) / 100, radiusKm: cityRadiusKm(Number(population)) }
}

function gridOf(countries: readonly CountryCode[]) {
  return getOrLoad(grids, countries.toSorted().join(), () => buildGrid(countries))
}

/** Groups all places by their degree, so that a position is compared with few of them. */
async function buildGrid(countries: readonly CountryCode[]) {
  const places = await Promise.all(
    countries.map(async (country) =>
      [...(await citiesIn(country))].flatMap(([region, cities]) =>
        cities.map((city): Place => ({ ...city, country, region })),
      ),
    ),
  )
  return Map.groupBy(places.flat(), ({ lat, lon }) => cell(Math.floor(lat), Math.floor(lon)))
}

/** Returns the places around a position. In the north a degree of longitude is less than half as long. */
function around(grid: Map<string, Place[]>, { lat, lon }: Position) {
  const rows = [-1, 0, 1].map((step) => Math.floor(lat) + step)
  const columns = [-2, -1, 0, 1, 2].map((step) => Math.floor(lon) + step)
  return rows.flatMap((row) => columns.flatMap((column) => grid.get(cell(row, column)) ?? []))
}

function cell(row: number, column: number) {
  return `${row}/${column}`
}

function distanceKm(one: Position, other: Position) {
  const width = Math.cos((other.lat * Math.PI) / 180)
  return KM_PER_DEGREE * Math.hypot(one.lat - other.lat, (one.lon - other.lon) * width)
}
