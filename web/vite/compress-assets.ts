import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressible = /\.(?:js|css|svg|json|txt|webmanifest)$/

/**
 * Writes `.br` and `.gz` beside every text asset of a directory, at the strongest setting, once per build. A
 * compressed file that is not smaller is omitted.
 */
export async function compressAssets(directory: string) {
  const files = await readdir(directory, { recursive: true })
  await Promise.all(files.filter((file) => compressible.test(file)).map((file) => compressFile(join(directory, file))))
}

async function compressFile(path: string) {
  const content = await readFile(path)
  const [brotli, zipped] = await Promise.all([
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ])
  if (brotli.length < content.length) await writeFile(`${path}.br`, brotli)
  if (zipped.length < content.length) await writeFile(`${path}.gz`, zipped)
}
