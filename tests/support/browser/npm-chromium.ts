import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** A browser program, and the variables that it needs to start. */
export interface Chromium {
  executablePath: string
  env?: Record<string, string>
}

const cache = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache')

/** Runs in a process of its own because the package unpacks into the temporary folder of its process. */
const unpackScript = `
  import chromium, { inflate } from '@sparticuz/chromium'
  await chromium.executablePath()
  await inflate(process.argv[1])
`

/**
 * Returns the browser of `@sparticuz/chromium`, unpacked into node_modules/.cache, with its shared libraries
 * and fonts: a machine without a desktop has neither. The package is for Linux on x64 only.
 */
export async function npmChromium(): Promise<Chromium | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  const bin = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..', 'bin')
  const { version } = JSON.parse(readFileSync(join(bin, '..', 'package.json'), 'utf8')) as { version: string }
  const folder = join(cache, `chromium-${version}`)
  if (!existsSync(folder)) await unpack(bin, folder)
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      LD_LIBRARY_PATH: [join(folder, 'al2023', 'lib'), process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  }
}

/** Unpacks beside `folder` and renames, so that an interrupted run leaves nothing that looks complete. */
async function unpack(bin: string, folder: string) {
  await mkdir(cache, { recursive: true })
  const unpacked = await mkdtemp(`${folder}-`)
  try {
    await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', unpackScript, join(bin, 'al2023.tar.br')],
      { cwd: import.meta.dirname, env: { ...process.env, TMPDIR: unpacked } },
    )
    await writeFile(join(unpacked, 'fonts.conf'), fontsConfig(folder))
    await rename(unpacked, folder)
  } catch (error) {
    await rm(unpacked, { recursive: true, force: true })
    // Another run was quicker.
    if (!existsSync(folder)) throw error
  }
}

/** The package's own file names folders of its original host. */
function fontsConfig(folder: string) {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`
}
