/**
 * Writes the countries' outlines for the landing page `maplanding` to `web/features/landers/maps.json`, from
 * Natural Earth (public domain) as packed in world-atlas: `node scripts/scenery/make-maps.ts`
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { feature } from 'topojson-client'
import { countries, type CountryCode } from '#contract/countries.ts'
import { contains, fitted, project, simplify, type Point } from './map-geometry.ts'

/** Names in the atlas. */
const atlasNames: Record<CountryCode, string> = {
  AT: 'Austria',
  AU: 'Australia',
  BE: 'Belgium',
  CA: 'Canada',
  CH: 'Switzerland',
  DE: 'Germany',
  DK: 'Denmark',
  ES: 'Spain',
  FI: 'Finland',
  FR: 'France',
  GB: 'United Kingdom',
  IE: 'Ireland',
  IT: 'Italy',
  NL: 'Netherlands',
  NO: 'Norway',
  PL: 'Poland',
  SE: 'Sweden',
  US: 'United States of America',
}
const SIDE = 400
const PINS = 6
/** Parts of a country smaller than this share of the largest one are left out. */
const LEAST_SHARE = 0.004
/** Parts further from the largest one than this share of its size are omitted: the rest would be tiny. */
const GREATEST_GAP = 0.15

type Atlas = Parameters<typeof feature>[0]
const atlasPath = fileURLToPath(import.meta.resolve('world-atlas/countries-50m.json'))
const atlas = JSON.parse(await readFile(atlasPath, 'utf8')) as Atlas
const [shapes] = Object.values(atlas.objects)
if (!shapes) throw new Error('The atlas is empty.')
const all = feature(atlas, shapes)
const features = all.type === 'FeatureCollection' ? all.features : [all]

const maps: Record<string, { path: string; pins: Point[] }> = {}
for (const country of countries) {
  maps[country] = await mapOf(country)
}
const target = join(import.meta.dirname, '../../web/features/landers/maps.json')
await writeFile(target, `${JSON.stringify(maps)}\n`)
process.stdout.write(`${JSON.stringify(maps).length} bytes\n`)

async function mapOf(country: CountryCode) {
  const parts = mainParts(ringsOf(atlasNames[country]))
  const toPlane = project(parts.flat())
  const fit = fitted(
    parts.map((ring) => ring.map(toPlane)),
    SIDE,
  )
  const outlines = parts
    .map((ring) =>
      simplify(
        ring.map((point) => fit(toPlane(point))),
        0.9,
      ),
    )
    .filter((ring) => ring.length > 3)
  const path = outlines.map((ring) => `M${ring.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}z`).join('')
  const cities = (await knownCities(country))
    .map((point) => fit(toPlane(point)))
    .filter((city) => isClearOfEdges(city) && outlines.some((ring) => contains(ring, city)))
  return { path, pins: spread(cities, PINS).map(([x, y]): Point => [round(x), round(y)]) }
}

/** The outer rings of a country, in degrees. */
function ringsOf(name: string): Point[][] {
  const geometry = features.find(({ properties }) => properties?.['name'] === name)?.geometry
  if (geometry?.type === 'Polygon') return [geometry.coordinates[0] as Point[]]
  if (geometry?.type === 'MultiPolygon') return geometry.coordinates.map(([outer]) => outer as Point[])
  throw new Error(`The atlas has no ${name}.`)
}

/** The largest part of a country and what lies near it. */
function mainParts(rings: Point[][]) {
  const boxes = rings.map((ring) => ({ ring, ...boxOf(ring) })).toSorted((a, b) => b.area - a.area)
  const [main] = boxes
  if (!main) return []
  const gap = GREATEST_GAP * Math.min(main.right - main.left, main.top - main.bottom)
  const near = boxes.filter(
    ({ left, right, bottom, top, area }) =>
      area >= main.area * LEAST_SHARE &&
      left <= main.right + gap &&
      right >= main.left - gap &&
      bottom <= main.top + gap &&
      top >= main.bottom - gap,
  )
  return near.map(({ ring }) => ring)
}

function boxOf(ring: Point[]) {
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)]
  const [left, right, bottom, top] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  return { left, right, bottom, top, area: (right - left) * (top - bottom) }
}

/** The first city of each region, which is its best known one. */
async function knownCities(country: CountryCode): Promise<Point[]> {
  const file = join(import.meta.dirname, `../../server/features/settings/cities/${country}.json`)
  const regions = JSON.parse(await readFile(file, 'utf8')) as Record<string, string[]>
  return Object.values(regions).flatMap(([first]) => {
    const [, lat, lon] = first?.split(';') ?? []
    return lat && lon ? [[Number(lon) / 100, Number(lat) / 100] as Point] : []
  })
}

/** Leaves a margin, because a pin is a portrait. */
function isClearOfEdges([x, y]: Point) {
  return x > 30 && x < SIDE - 30 && y > 30 && y < SIDE - 10
}

/** Chooses points that are far from each other. */
function spread(points: Point[], count: number) {
  const [first] = points
  const selection = first ? [first] : []
  while (selection.length < Math.min(count, points.length)) {
    const next = points.reduce((best, each) => (distance(each, selection) > distance(best, selection) ? each : best))
    selection.push(next)
  }
  return selection
}

function distance([x, y]: Point, others: Point[]) {
  return Math.min(...others.map(([a, b]) => Math.hypot(a - x, b - y)))
}

function round(value: number) {
  return Math.round(value * 10) / 10
}
