import { execFile, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { PHOTO_MAX_BYTES } from '#contract/limits.ts'
import { SECOND } from '#contract/time.ts'
import { Images } from './images.ts'
import { imageIsolation, isolated, launchImageProcess, sandboxed } from './image-sandbox.ts'
import type { Log } from '#server/platform/log.ts'

const log = { info: vi.fn<Log['info']>(), warn: vi.fn<Log['warn']>() }
const opened: Images[] = []

type Options = Partial<ConstructorParameters<typeof Images>[0]>

/** The processes give way to all others, so a busy machine lets them wait. */
const PATIENT_MS = 50 * SECOND

function open(options: Options = {}) {
  const images = new Images({ log, processes: 1, timeoutMs: PATIENT_MS, exitTimeoutMs: PATIENT_MS, ...options })
  opened.push(images)
  return images
}

/** For tests of what images become: its process works for all of them, as in the server. */
const shared = new Images({ log, processes: 1, timeoutMs: PATIENT_MS, exitTimeoutMs: PATIENT_MS })
afterAll(() => shared.close())

/** Also returns the child processes, so that a test can kill them. */
function openWatched(options: Options = {}) {
  const children: ChildProcess[] = []
  const launch = () => {
    const child = launchImageProcess()
    children.push(child)
    return child
  }
  return { images: open({ launch, ...options }), children }
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map((images) => images.close()))
  log.warn.mockClear()
  log.info.mockClear()
})

function canvas(width: number, height: number, background = '#c86432') {
  return sharp({ create: { width, height, channels: 3, background } })
}

/** Blue on the left, red on the right. */
function twoColours(width: number, height: number) {
  const left = { create: { width: width / 2, height, channels: 3 as const, background: '#0000ff' } }
  return canvas(width, height, '#ff0000').composite([{ input: left, left: 0, top: 0 }])
}

async function colourAt(bytes: Uint8Array, { left, top }: { left: number; top: number }) {
  const pixel = await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()
  return [...pixel]
}

const imageError = (reason: string) => expect.objectContaining({ name: 'ImageError', reason })
const busy = expect.objectContaining({ name: 'AppError', code: 'request.busy' })

test('an image is rendered in every size as WebP, the larger ones as AVIF too, with a small preview of its aspect ratio', async () => {
  const image = await shared.process(await twoColours(2400, 1600).jpeg().toBuffer())
  expect(image).toMatchObject({ width: 1440, height: 960 })
  expect(image.sizes).toMatchObject({
    large: { width: 1440, height: 960 },
    medium: { width: 720, height: 480 },
    tile: { width: 480, height: 640 },
    thumb: { width: 240, height: 320 },
    locked: { width: 144, height: 192 },
  })
  for (const [size, { webp, avif, width, height }] of Object.entries(image.sizes)) {
    expect(await sharp(webp).metadata()).toMatchObject({ format: 'webp', width, height })
    const inAvif = avif && (await sharp(avif).metadata())
    const expected = ['thumb', 'locked'].includes(size) ? null : { format: 'heif', compression: 'av1', width, height }
    expect(
      inAvif && { format: inAvif.format, compression: inAvif.compression, width: inAvif.width, height: inAvif.height },
    ).toEqual(expected)
  }
  const [, preview = ''] = image.preview.split('data:image/webp;base64,')
  expect(await sharp(Buffer.from(preview, 'base64')).metadata()).toMatchObject({ width: 12, height: 8 })
  expect(image.preview.length).toBeLessThan(300)
})

test('position, camera, comments and colour profile are removed', async () => {
  const upload = await canvas(800, 600)
    .withIccProfile('p3')
    .withExif({
      IFD0: { Make: 'Spyglass', Copyright: 'Jane Doe' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '51/1 30/1 3230/100',
        GPSLongitudeRef: 'W',
        GPSLongitude: '0/1 7/1 4366/100',
      },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><note>met at home</note></x:xmpmeta>')
    .jpeg()
    .toBuffer()
  const before = await sharp(upload).metadata()
  expect([before.exif, before.icc, before.xmp].every(Boolean)).toBe(true)

  const { sizes } = await shared.process(upload)
  for (const bytes of Object.values(sizes).flatMap(({ webp, avif }) => (avif ? [webp, avif] : [webp]))) {
    const { exif, icc, xmp, iptc, orientation, comments } = await sharp(bytes).metadata()
    expect([exif, icc, xmp, iptc, orientation, comments].some(Boolean)).toBe(false)
    expect(Buffer.from(bytes).toString('latin1')).not.toMatch(/EXIF|Exif|XMP |ICCP|Spyglass|home/)
  }
})

test('an image with an orientation tag is rotated upright', async () => {
  const upload = await twoColours(1200, 900).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const { width, height, sizes } = await shared.process(upload)
  expect([width, height]).toEqual([900, 1200])
  const [red, , blue] = await colourAt(sizes.large.webp, { left: 450, top: 100 })
  expect(blue).toBeGreaterThan(200)
  expect(red).toBeLessThan(60)
})

test('wide-gamut colours become sRGB instead of being read as sRGB', async () => {
  // The colour #c86432 in Display P3 terms, as phones store it.
  const upload = await canvas(600, 800).withIccProfile('p3').jpeg({ quality: 100 }).toBuffer()
  const { sizes } = await shared.process(upload)
  const [red = 0, green = 0, blue = 0] = await colourAt(sizes.large.webp, { left: 300, top: 400 })
  expect(Math.abs(red - 200) + Math.abs(green - 100) + Math.abs(blue - 50)).toBeLessThan(20)
})

test.each([
  ['PNG', () => canvas(300, 400).png()],
  ['WebP', () => canvas(300, 400).webp()],
  ['GIF', () => canvas(300, 400).gif()],
  ['grey PNG of 16 bits', () => canvas(300, 400).toColourspace('grey16').png()],
  ['CMYK JPEG', () => canvas(300, 400).toColourspace('cmyk').jpeg()],
  ['progressive JPEG', () => canvas(300, 400).jpeg({ progressive: true })],
])('%s is accepted', async (_, create) => {
  const { width, height } = await shared.process(await create().toBuffer())
  expect([width, height]).toEqual([300, 400])
})

test('transparent parts become white', async () => {
  const upload = sharp({ create: { width: 300, height: 400, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
  const { sizes } = await shared.process(await upload.png().toBuffer())
  const pixel = await colourAt(sizes.tile.webp, { left: 5, top: 5 })
  expect(Math.min(...pixel)).toBeGreaterThan(250)
})

test('the tile of a tall image shows its upper part', async () => {
  const upload = await canvas(600, 1600, '#00ff00')
    .composite([
      { input: { create: { width: 600, height: 300, channels: 3, background: '#ff0000' } }, left: 0, top: 250 },
    ])
    .jpeg()
    .toBuffer()
  const { sizes } = await shared.process(upload)
  const [red, green] = await colourAt(sizes.tile.webp, { left: 240, top: 150 })
  expect(red).toBeGreaterThan(200)
  expect(green).toBeLessThan(60)
})

test('the locked size has no detail that could be restored', async () => {
  // Stripes as wide as the bridge of a nose are almost invisible in it.
  const stripes = Array.from({ length: 15 }, (_, i) => `<rect x="${i * 60}" width="30" height="1200"/>`).join('')
  const upload = await sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1200">
    <rect width="900" height="1200" fill="white"/>${stripes}</svg>`),
  )
    .jpeg()
    .toBuffer()
  const { sizes } = await shared.process(upload)
  const spread = async (bytes: Uint8Array) => (await sharp(bytes).greyscale().stats()).channels[0]?.stdev ?? 0
  expect(await spread(sizes.tile.webp)).toBeGreaterThan(100)
  expect(await spread(sizes.locked.webp)).toBeLessThan(10)
})

test('the locked size is blurred beyond its few pixels', async () => {
  // Stripes as wide as one of its 12 pixels: shrinking alone would leave them black and white.
  const stripes = Array.from({ length: 6 }, (_, i) => `<rect x="${i * 150}" width="75" height="1200"/>`).join('')
  const upload = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1200"><rect width="900" height="1200" fill="white"/>${stripes}</svg>`,
  )
  const { sizes } = await shared.process(await sharp(upload).png().toBuffer())
  const { channels } = await sharp(sizes.locked.webp).greyscale().stats()
  expect(channels[0]?.stdev).toBeLessThan(40)
})

test('the locked size carries no more than 16 × 16 pixels', async () => {
  // Shrunk to a grid of that size and enlarged again, it is the same image.
  const { sizes } = await shared.process(await noise().resize(900, 1200).png().toBuffer())
  const { webp, width, height } = sizes.locked
  const shrunk = await sharp(webp).resize(12, 16, { fit: 'fill' }).toBuffer()
  const restored = await sharp(shrunk).resize(width, height, { fit: 'fill', kernel: 'cubic' }).raw().toBuffer()
  const original = await sharp(webp).raw().toBuffer()
  const difference = original.reduce((sum, value, i) => sum + Math.abs(value - (restored[i] ?? 0)), 0) / original.length
  expect(difference).toBeLessThan(3)
})

const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(4000)])
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect width="400" height="400"/></svg>'

test.each([
  ['a HEIC file', () => heic],
  ['an AVIF file', () => canvas(400, 400).avif({ effort: 0 }).toBuffer()],
  ['a TIFF file', () => canvas(400, 400).tiff().toBuffer()],
  ['an SVG file', () => Buffer.from(svg)],
  ['a text file', () => Buffer.from('not an image at all')],
  ['no bytes', () => Buffer.alloc(0)],
  ['three bytes', () => Buffer.from([0xff, 0xd8, 0xff])],
  ['noise behind a JPEG head', () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(5000, 7)])],
  ['a JPEG cut off in the middle', async () => half(await noise().jpeg().toBuffer())],
  ['a PNG cut off in the middle', async () => half(await noise().png().toBuffer())],
  ['a WebP cut off in the middle', async () => half(await noise().webp().toBuffer())],
])('%s is not an image', async (_, make) => {
  await expect(shared.process(await make())).rejects.toEqual(imageError('not_an_image'))
})

function noise() {
  return sharp({
    create: {
      width: 500,
      height: 500,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 50 },
    },
  })
}

function half(bytes: Buffer) {
  return bytes.subarray(0, bytes.length / 2)
}

test.each([
  ['AVIF', () => canvas(400, 400).avif({ effort: 0 }).toBuffer()],
  ['TIFF', () => canvas(400, 400).tiff().toBuffer()],
  ['SVG', () => Buffer.from(svg)],
])('the child has no decoder for %s, even if an upload passes the check of the first bytes', async (_, make) => {
  const child = launchImageProcess()
  child.send(await make())
  const [reply] = await once(child, 'message')
  child.disconnect()
  expect(reply).toEqual({ rejection: 'not_an_image' })
})

test('too many bytes, too many pixels and too few pixels are rejected with their own reasons', async () => {
  const images = open()
  const heavy = Buffer.concat([await canvas(300, 400).jpeg().toBuffer(), Buffer.alloc(PHOTO_MAX_BYTES)])
  await expect(images.process(heavy)).rejects.toEqual(imageError('too_large'))
  // 100 megapixels of one colour: 300 KB that would unpack to 300 MB.
  const bomb = await canvas(10_000, 10_000).png({ compressionLevel: 9 }).toBuffer()
  expect(bomb.length).toBeLessThan(PHOTO_MAX_BYTES)
  await expect(images.process(bomb)).rejects.toEqual(imageError('too_large'))
  await expect(images.process(await canvas(199, 900).png().toBuffer())).rejects.toEqual(imageError('too_small'))
})

test('killing a child fails its own job only', async () => {
  const { images, children } = openWatched()
  const upload = await canvas(400, 400).png().toBuffer()
  const first = images.process(upload)
  const second = images.process(upload)
  children[0]?.once('spawn', () => children[0]?.kill('SIGKILL'))
  await expect(first).rejects.toEqual(imageError('failed'))
  expect((await second).width).toBe(400)
  expect(children).toHaveLength(2)
  expect(log.warn).toHaveBeenCalledOnce()
})

test('a job that takes too long is stopped, and the next one succeeds', async () => {
  const { images, children } = openWatched()
  const upload = await canvas(400, 400).png().toBuffer()
  await images.process(upload)
  children[0]?.kill('SIGSTOP')
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const stopped = images.process(upload)
  vi.advanceTimersByTime(4 * PATIENT_MS)
  vi.useRealTimers()
  await expect(stopped).rejects.toEqual(imageError('failed'))
  expect((await images.process(upload)).width).toBe(400)
})

test.skipIf(process.platform !== 'linux')('a job that gets no processor has more time', async () => {
  const { images, children } = openWatched()
  const upload = await canvas(400, 400).png().toBuffer()
  await images.process(upload)
  children[0]?.kill('SIGSTOP')
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const late = images.process(upload)
  vi.advanceTimersByTime(3 * PATIENT_MS)
  vi.useRealTimers()
  children[0]?.kill('SIGCONT')
  expect((await late).width).toBe(400)
  expect(children).toHaveLength(1)
})

test('an upload is rejected as busy when too many are waiting', async () => {
  const images = open({ maxWaiting: 2 })
  const upload = await canvas(400, 400).png().toBuffer()
  const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => images.process(upload)))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
  expect(outcomes[3]).toMatchObject({ reason: busy })
})

describe('an image in a file', () => {
  async function fileOf(bytes: Buffer) {
    const path = join(await mkdtemp(join(tmpdir(), 'rendezvous-images-')), 'upload')
    await writeFile(path, bytes)
    onTestFinished(() => rm(dirname(path), { recursive: true }))
    return { path, size: bytes.length }
  }

  test('is read when its turn comes, not before', async () => {
    const { images, children } = openWatched()
    const file = await fileOf(await canvas(400, 400).png().toBuffer())
    const later = await fileOf(await canvas(300, 500).png().toBuffer())
    const first = images.process(await canvas(400, 400).png().toBuffer())
    // While the process stands still, the turn of the second does not come.
    children[0]?.kill('SIGSTOP')
    const second = images.process(file)
    // As long as it would take to read it too early.
    await readFile(file.path)
    await rename(later.path, file.path)
    children[0]?.kill('SIGCONT')
    await first
    expect(await second).toMatchObject({ width: 300, height: 500 })
  })

  test('that cannot be read fails alone', async () => {
    const images = open()
    const file = await fileOf(await canvas(400, 400).png().toBuffer())
    const first = images.process(await canvas(400, 400).png().toBuffer())
    // Its first bytes are read before it waits, and all of it when its turn comes.
    const paths = [file.path, `${file.path}-gone`]
    const second = images.process({
      size: file.size,
      get path() {
        return paths.shift() ?? ''
      },
    })
    await expect(second).rejects.toThrow('an upload cannot be read')
    expect((await first).width).toBe(400)
    expect((await images.process(await canvas(400, 400).png().toBuffer())).width).toBe(400)
  })

  test('is rejected by its size and its first bytes before it waits', async () => {
    const images = open({ maxWaiting: 0 })
    const { path, size } = await fileOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
    await expect(images.process({ path, size })).rejects.toEqual(imageError('not_an_image'))
    await expect(images.process({ path, size: PHOTO_MAX_BYTES + 1 })).rejects.toEqual(imageError('too_large'))
  })
})

test('closing finishes the running job, rejects the waiting one and ends the child', async () => {
  const { images, children } = openWatched()
  const upload = await canvas(400, 400).png().toBuffer()
  const outcomes = Promise.allSettled([images.process(upload), images.process(upload)])
  await images.close()
  expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(children[0]?.exitCode).toBe(0)
  await expect(images.process(upload)).rejects.toEqual(busy)
})

test('a Ctrl-C that reaches the whole process group does not stop the child', async () => {
  const { images, children } = openWatched()
  const upload = await canvas(400, 400).png().toBuffer()
  await images.process(upload)
  children[0]?.kill('SIGINT')
  children[0]?.kill('SIGTERM')
  await images.process(upload)
  expect(children).toHaveLength(1)
})

/** Runs code in the same sandbox as the decoder. */
function runSandboxed(code: string) {
  return runCommand([...sandboxed('--eval'), code])
}

/** Runs a system program with the decoder's limits and isolation, which also hold for native code. */
function runIsolated(...command: string[]) {
  return runCommand(isolated(...command))
}

async function runCommand([command = '', ...args]: string[]) {
  const { stdout } = await promisify(execFile)(command, args, { env: {} })
  return stdout.trim()
}

test.each([
  ['read files of the system', `require('fs').readFileSync('/etc/passwd')`],
  ['read the server’s own code', `require('fs').readFileSync('server/main.ts')`],
  ['write files', `require('fs').writeFileSync('${import.meta.dirname}/planted', '')`],
  ['start processes', `require('child_process').execFileSync('/bin/true')`],
  ['start threads', `new (require('worker_threads').Worker)('1', { eval: true })`],
  ['take all memory', `Buffer.alloc(3e9)`],
])('the child may not %s', async (_, code) => {
  expect(await runSandboxed('console.log("runs")')).toBe('runs')
  await expect(runSandboxed(code)).rejects.toThrow(
    /ERR_ACCESS_DENIED|ERR_MEMORY_ALLOCATION_FAILED|out of memory|allocation failed/i,
  )
})

test.skipIf(process.platform !== 'linux')('the child gets no environment variables of the server', async () => {
  const { children, images } = openWatched()
  await images.process(await canvas(300, 400).png().toBuffer())
  const environment = await readFile(`/proc/${children[0]?.pid}/environ`, 'utf8')
  expect(environment).not.toContain('PATH=/')
  expect(environment).toContain('NODE_CHANNEL_FD')
})

test.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
  'as root, the child runs under an account that owns nothing, without capabilities',
  async () => {
    expect(imageIsolation().account).toBe('other')
    expect(await runIsolated('id', '-u')).toBe('65533')
    expect(await runIsolated('id', '-G')).toBe('65533')
    expect(await runIsolated('grep', 'NoNewPrivs', '/proc/self/status')).toMatch(/1$/)
    await expect(runIsolated('kill', '-0', String(process.pid))).rejects.toThrow('Command failed')
  },
)

test.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
  'as root, the child cannot read the environment of the server',
  async () => {
    const file = `/proc/${process.pid}/environ`
    expect(await readFile(file, 'utf8')).not.toBe('')
    await expect(runIsolated('cat', file)).rejects.toThrow('Permission denied')
  },
)

test.runIf(imageIsolation().network === 'none')('the child cannot connect to a server of this machine', async () => {
  const connections = vi.fn<() => void>()
  const server = createServer(connections).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const code = `require('net').connect(${port}, '127.0.0.1').on('connect', () => process.exit(0)).on('error', (error) => {
    console.log(error.code)
    process.exit(0)
  })`
  expect(await runSandboxed(code)).toMatch(/^(ENETUNREACH|ECONNREFUSED|EACCES)$/)
  expect(connections).not.toHaveBeenCalled()

  // The same code connects without the sandbox.
  expect(await runCommand([process.execPath, '--eval', code])).toBe('')
  expect(connections).toHaveBeenCalledOnce()
  server.close()
})

test('the isolation is logged at the start', () => {
  open()
  const { network, account } = imageIsolation()
  expect(log.info).toHaveBeenCalledWith({ network, account }, 'image processes are isolated')
})
