/**
 * Writes the portraits of the landing pages to `web/features/landers/images/`, composed like those of the demo members:
 * `node scripts/make-lander-portraits.ts`
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { renderPortrait } from '#server/demo/portraits.ts'
import { cast } from './landers/cast.ts'

const folder = join(import.meta.dirname, '../web/features/landers/images')
await mkdir(folder, { recursive: true })
for (const { name, person } of cast) {
  const portrait = await renderPortrait({ person, variant: 0 })
  const { size } = await sharp(portrait)
    .resize(480, 640)
    .webp({ quality: 74, effort: 6 })
    .toFile(join(folder, `${name}.webp`))
  process.stdout.write(`${name}: ${size} bytes\n`)
}
