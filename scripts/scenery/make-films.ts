/**
 * Writes the films of the landing pages and their posters to `web/features/landers/images/`: `node
 * scripts/scenery/make-films.ts`. Frames are drawn on a canvas of Chromium from portraits of
 * `make-portraits.ts` and encoded as VP9 in WebM. Without text, one film serves all languages.
 */
import { chromium, type Page } from '@playwright/test'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { chromiumOptions } from '#tests/support/browser/chromium.ts'
import { drawFaces, drawStory, encodeFilm, helpers, type Film } from './film.ts'

const folder = join(import.meta.dirname, '../../web/features/landers/images')
const MAX_BYTES = 400_000
/** A page of a secure origin, which the encoder asks for. Nothing is requested from it. */
const ORIGIN = 'https://film.test/'

const films: (Film & { name: string; draw: typeof drawStory; posterAt: number })[] = [
  {
    name: 'story',
    width: 540,
    height: 720,
    seconds: 9,
    faces: ['w5', 'm12', 'm9', 'm18', 'w8', 'v10'],
    draw: drawStory,
    posterAt: 0.28,
  },
  {
    name: 'faces',
    width: 960,
    height: 540,
    seconds: 10,
    faces: ['w3', 'm6', 'm14', 'v6', 'w6', 'd7', 'm11', 'w24'],
    draw: drawFaces,
    posterAt: 0.02,
  },
]

const browser = await chromium.launch(await chromiumOptions())
try {
  const page = await browser.newPage()
  await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
  await page.goto(ORIGIN)
  await loadEncoder(page)
  for (const { name, draw, posterAt, ...film } of films) {
    const images = await Promise.all(film.faces.map(dataUrl))
    const functions = [...helpers, encodeFilm].map(String).join('\n')
    const call = `encodeFilm(${JSON.stringify({ ...film, posterAt })}, ${JSON.stringify(images)}, ${String(draw)})`
    const { video, poster } = await page.evaluate<Awaited<ReturnType<typeof encodeFilm>>>(
      `(() => { ${functions}\nreturn ${call} })()`,
    )
    const bytes = Buffer.from(video, 'base64')
    if (bytes.length > MAX_BYTES) throw new Error(`${name} has ${bytes.length} bytes, at most ${MAX_BYTES} are allowed`)
    await writeFile(join(folder, `${name}.webm`), bytes)
    const { size } = await sharp(Buffer.from(poster, 'base64'))
      .webp({ quality: 72 })
      .toFile(join(folder, `${name}.webp`))
    process.stdout.write(`${name}: ${bytes.length} bytes, poster ${size}\n`)
  }
} finally {
  await browser.close()
}

async function dataUrl(face: string) {
  const bytes = await readFile(join(folder, `${face}.webp`))
  return `data:image/webp;base64,${bytes.toString('base64')}`
}

async function loadEncoder(page: Page) {
  const path = join(fileURLToPath(import.meta.resolve('mediabunny')), '../../../bundles/mediabunny.min.mjs')
  const code = await readFile(path, 'utf8')
  const url = `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
  await page.evaluate(`import(${JSON.stringify(url)}).then((module) => { globalThis.mediabunny = module })`)
}
