import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressible = /\.(?:js|css|svg|json|txt|webmanifest)$/
const SMALLEST_BYTES = 1000

/** Writes `.br` and `.gz` beside every text asset of a folder, at the strongest setting: it is done once per build. */
export async function compressAssets(folder: string) {
  const files = await readdir(folder, { recursive: true })
  await Promise.all(
    files
      .filter((file) => compressible.test(file))
      .map(async (file) => {
        const path = join(folder, file)
        const content = await readFile(path)
        if (content.length < SMALLEST_BYTES) return
        const [brotli, zipped] = await Promise.all([
          promisify(brotliCompress)(content, {
            params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
          }),
          promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
        ])
        await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, zipped)])
      }),
  )
}
