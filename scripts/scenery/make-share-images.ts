/**
 * Writes the compositions of link previews into the slices that send them: `node
 * scripts/scenery/make-share-images.ts`
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compositions, siteImage } from './share-images.ts'

const features = join(import.meta.dirname, '../../server/features')
await write('landers/share-images.json', compositions)
await write('pages/share-image.json', siteImage)

function write(path: string, value: object) {
  return writeFile(join(features, path), `${JSON.stringify(value, null, 2)}\n`)
}
