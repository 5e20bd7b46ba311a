import { createRng } from '#server/demo/random.ts'
import { books, cafe, garland, room } from './indoors.ts'
import { bokeh, clouds, forest, hills, mountains, night, sea, skyline } from './outdoors.ts'
import { arches, blooms, halo, leaves, mist } from './patterns.ts'
import { HEIGHT, rect, softLight, WIDTH, type Palette, type Scene } from './shapes.ts'

const palettes = {
  dawn: palette('#fde9d6 #fbc9b3 #eda0a0', '#e3a3a6', '#c07f92', '#8f5a78', '#fff3dc'),
  golden: palette('#fff0cd #ffd291 #f6a56b', '#e9a065', '#cc7650', '#96503f', '#fff6d8'),
  sea: palette('#d9f1f2 #aee0e2 #f6e3c5', '#8ecbd0', '#4fa3b0', '#2b6f80', '#fff4d2'),
  meadow: palette('#eef7d9 #cfe8b5 #f8ebb8', '#b5d48f', '#85b173', '#4f8258', '#fffadb'),
  lavender: palette('#f1eafc #d9c8f2 #f5cfd9', '#c2aee2', '#997fc6', '#66509b', '#fff0e2'),
  rose: palette('#fdeeee #fbccd0 #f2a5ac', '#eba3ad', '#cd7486', '#974b63', '#fff3e6'),
  sand: palette('#fbf3e6 #f2dcbf #e5b98d', '#dfb98f', '#bf8c63', '#8b5d42', '#fff8e8'),
  sky: palette('#bfe0f8 #dcedf9 #fdeedb', '#a9c9e2', '#7ba3c7', '#4d759f', '#fffbe8'),
  mint: palette('#e8f7ef #c5e8d8 #f8efcd', '#a5d6bf', '#6fb298', '#417f6c', '#fff8dc'),
  lake: palette('#d3e8f5 #a5cbe3 #fbe4c4', '#8fbad6', '#5b8fb5', '#365f87', '#fff3d6'),
  autumn: palette('#fbe5c3 #f4bd80 #dd8455', '#d28a4c', '#ac5a36', '#733a2b', '#ffedb9'),
  dusk: palette('#4a356f #9a5d92 #f0a08c', '#7d5690', '#573d74', '#382750', '#ffd7a3'),
  evening: palette('#23305f #4d5f9c #b592b8', '#4a5a92', '#35437a', '#222b55', '#ffcf98'),
  teal: palette('#16404a #2c7177 #8fc3ae', '#37807f', '#225d63', '#143e47', '#ffe2a8'),
}

type Hours = readonly [keyof typeof palettes, ...(keyof typeof palettes)[]]
type Place = readonly [Scene, Hours]

const day: Hours = ['dawn', 'golden', 'sea', 'meadow', 'lavender', 'rose', 'sand', 'sky', 'mint', 'lake', 'autumn']
const dark: Hours = ['dusk', 'evening', 'teal']
const anyHour: Hours = [...day, ...dark]
const clearSky: Hours = ['sky', 'dawn', 'lavender', 'rose', 'golden', 'sea', 'mint', 'lake']

const places: [Place, ...Place[]] = [
  [hills, anyHour],
  [sea, anyHour],
  [mountains, anyHour],
  [forest, anyHour],
  [skyline, anyHour],
  [clouds, clearSky],
  [bokeh, dark],
  [night, dark],
  [room, day],
  [books, day],
  [cafe, dark],
  [garland, dark],
  [halo, day],
  [arches, day],
  [leaves, day],
  [blooms, day],
  [mist, day],
]

/** Number of different backdrops. */
export const BACKDROPS = 255

/** Returns the number of the place that a backdrop shows: several show the same one, at another hour. */
export function placeNumberOf(backdrop: number) {
  return backdrop % places.length
}

/** Renders a backdrop as an SVG of any size. On all of them light falls in from the upper left. */
export function renderBackdrop(number: number, { width, height }: { width: number; height: number }) {
  const rng = createRng(`backdrop ${number}`)
  const [scene, hours] = places[placeNumberOf(number)] ?? places[0]
  const colours = palettes[rng.pick(hours)]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
    ${scene(rng, colours)}
    ${softLight('behind', WIDTH / 2, 560, 470, colours.glow, 0.55)}
    <linearGradient id="light" x2="1" y2="1"><stop stop-color="#fff3dc" stop-opacity=".22"/>
      <stop offset=".5" stop-color="#fff3dc" stop-opacity="0"/><stop offset="1" stop-color="#3b1d4a" stop-opacity=".18"/></linearGradient>
    ${rect(0, 0, WIDTH, HEIGHT, 'url(#light)')}</svg>`
}

function palette(sky: string, far: string, middle: string, near: string, glow: string): Palette {
  const [top = near, center = middle, bottom = far] = sky.split(' ')
  return { sky: [top, center, bottom], far, middle, near, glow }
}
