/**
 * Writes the icons of the web app manifest from `web/public/favicon.svg`. Run it when the favicon changes:
 * `node scripts/scenery/make-icons.ts`
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

const directory = join(import.meta.dirname, '../../web/public')
const svg = await readFile(join(directory, 'favicon.svg'), 'utf8')
/** Systems cut a maskable icon to their own shape, so it fills its square. */
const square = svg.replace(/ rx="\d+"/, '')

await write('icon-192.png', svg, 192)
await write('icon-512.png', svg, 512)
await write('icon-maskable-512.png', square, 512)

async function write(name: string, source: string, sizePx: number) {
  await sharp(Buffer.from(source), { density: 72 * (sizePx / 32) })
    .resize(sizePx, sizePx)
    .png({ palette: true })
    .toFile(join(directory, name))
}
