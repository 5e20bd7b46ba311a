/**
 * Copies all photos and other files between `DATA_DIR/photos` and the bucket of `PHOTO_STORE_URL`:
 * `npm run photos -- to-bucket` or `to-disk` (docs/operations.md). It runs beside the program.
 */
import { loadConfig } from '#server/config.ts'
import { openStorage } from '#server/platform/context.ts'
import { showProgress } from '#server/platform/progress.ts'
import { StartError } from '#server/platform/start-error.ts'
import { copyFiles } from '#server/platform/storage/copy-files.ts'
import { runCommand } from './run-command.ts'

const USAGE = 'Usage: npm run photos -- to-bucket|to-disk, with PHOTO_STORE_URL'

await runCommand(main)

async function main() {
  const [direction, ...others] = process.argv.slice(2)
  const config = loadConfig()
  if ((direction !== 'to-bucket' && direction !== 'to-disk') || others.length > 0 || !config.photoStore)
    throw new StartError(USAGE)
  const bucket = await openStorage(config)
  const disk = await openStorage({ ...config, photoStore: null })
  const [from, to] = direction === 'to-bucket' ? [disk, bucket] : [bucket, disk]
  const { copied, equal } = await copyFiles({ from, to, onProgress: showProgress() })
  return `Copied ${copied} files and compared them; ${equal} were there already.`
}
