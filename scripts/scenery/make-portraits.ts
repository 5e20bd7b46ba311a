/**
 * Writes the portraits of the landing pages to `web/features/landers/images/`, composed like demo members,
 * and those of other pages to `web/ui/media/cast/`: `node scripts/scenery/make-portraits.ts`
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { renderPortrait } from '#server/demo/portraits.ts'
import { cast } from './cast.ts'

/** Widths on other pages: the cards of the home page, and small images of at most 160 px. */
const otherWidths = new Map([
  ...['w8', 'm12', 'v10'].map((name) => [name, 480] as const),
  ...['m18', 'm9', 'w3', 'w5'].map((name) => [name, 240] as const),
])

const web = join(import.meta.dirname, '../../web')
for (const { name, person } of cast) {
  const portrait = await renderPortrait({ person, variant: 0 })
  await write(portrait, { folder: 'features/landers/images', name, width: 480 })
  const width = otherWidths.get(name)
  if (width) await write(portrait, { folder: 'ui/media/cast', name, width })
}

async function write(portrait: Buffer, { folder, name, width }: { folder: string; name: string; width: number }) {
  const path = join(web, folder)
  await mkdir(path, { recursive: true })
  const { size } = await sharp(portrait)
    .resize(width, (width / 3) * 4)
    .webp({ quality: 74, effort: 6 })
    .toFile(join(path, `${name}.webp`))
  process.stdout.write(`${folder}/${name}: ${size} bytes\n`)
}
