/**
 * Writes the portraits of the landing pages to `web/features/landers/images/`, composed like demo members,
 * and some smaller ones to `web/features/home/images/`: `node scripts/scenery/make-portraits.ts`
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { renderPortrait } from '#server/demo/portraits.ts'
import { cast } from './cast.ts'

/** The home page shows them at most 120 px wide: enough for screens with two pixels in each. */
const HOME_WIDTH = 240
const onHome = new Set(['m12', 'm18', 'm9', 'v10', 'w3', 'w5', 'w8'])

const features = join(import.meta.dirname, '../../web/features')
for (const { name, person } of cast) {
  const portrait = await renderPortrait({ person, variant: 0 })
  await write(portrait, { folder: 'landers', name, width: 480 })
  if (onHome.has(name)) await write(portrait, { folder: 'home', name, width: HOME_WIDTH })
}

async function write(portrait: Buffer, { folder, name, width }: { folder: string; name: string; width: number }) {
  const path = join(features, folder, 'images')
  await mkdir(path, { recursive: true })
  const { size } = await sharp(portrait)
    .resize(width, (width / 3) * 4)
    .webp({ quality: 74, effort: 6 })
    .toFile(join(path, `${name}.webp`))
  process.stdout.write(`${folder}/${name}: ${size} bytes\n`)
}
