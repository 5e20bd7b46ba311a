import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** One upload that is broken or hostile. */
export interface CorpusImage {
  name: string
  bytes: Buffer
  /** Whether a decoder may accept it: it is odd, but shows something. */
  mayPass: boolean
}

/** Offsets at which a file is cut, as parts of its length. */
const CUTS = [0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99]

/** Creates the same images in every run: no randomness, and no files in the repository. */
export async function createImageCorpus(): Promise<CorpusImage[]> {
  const files = await validFiles()
  return [
    ...truncated(files),
    ...flipped(files),
    ...brokenPngs(files.png),
    ...polyglots(files),
    ...(await badMetadata(files.jpeg)),
    ...(await extremes(files)),
  ]
}

interface Files {
  jpeg: Buffer
  png: Buffer
  webp: Buffer
  gif: Buffer
}

/** A gradient, so that the compressed data is not a single repeated block. */
function gradient({ width = 320, height = 320 } = {}) {
  const data = Buffer.alloc(width * height * 3)
  for (let i = 0; i < data.length; i += 1) data[i] = (i * 7 + Math.floor(i / 960) * 13) % 256
  return sharp(data, { raw: { width, height, channels: 3 } })
}

async function validFiles(): Promise<Files> {
  const [jpeg, png, webp, gif] = await Promise.all([
    gradient().jpeg().toBuffer(),
    gradient().png().toBuffer(),
    gradient().webp().toBuffer(),
    gradient().gif().toBuffer(),
  ])
  return { jpeg, png, webp, gif }
}

function truncated(files: Files): CorpusImage[] {
  return Object.entries(files).flatMap(([type, bytes]) =>
    CUTS.map((part) => ({
      name: `${type} cut at ${part * 100}%`,
      bytes: bytes.subarray(0, Math.ceil(bytes.length * part)),
      mayPass: true,
    })),
  )
}

/** Sets one byte in each of many places to its complement. */
function flipped(files: Files): CorpusImage[] {
  return Object.entries(files).flatMap(([type, bytes]) =>
    Array.from({ length: 16 }, (_, i) => {
      const copy = Buffer.from(bytes)
      // The first bytes stay, otherwise the upload is rejected before it reaches the decoder.
      const at = 12 + Math.floor(((bytes.length - 12) * i ** 2) / 16 ** 2)
      copy[at] = ~(copy[at] ?? 0) & 0xff
      return { name: `${type} with a flipped byte at ${at}`, bytes: copy, mayPass: true }
    }),
  )
}

const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

function chunk(type: string, data: Buffer, { crc = crc32(data, crc32(type)) } = {}) {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc)
  return Buffer.concat([length, Buffer.from(type, 'latin1'), data, checksum])
}

interface PngHeader {
  width: number
  height: number
  depth?: number
  colourType?: number
  interlaced?: boolean
}

function header({ width, height, depth = 8, colourType = 2, interlaced = false }: PngHeader) {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([depth, colourType, 0, 0, interlaced ? 1 : 0], 8)
  return data
}

function buildPng(imageHeader: PngHeader, ...chunks: Buffer[]) {
  return Buffer.concat([PNG_SIGNATURE, chunk('IHDR', header(imageHeader)), ...chunks, chunk('IEND', Buffer.alloc(0))])
}

function brokenPngs(valid: Buffer): CorpusImage[] {
  const size = { width: 400, height: 400 }
  /** Zeros that compress a thousand times. */
  const zeros = (bytes: number) => deflateSync(Buffer.alloc(bytes), { level: 9 })
  const rows = zeros(400 * (1 + 400 * 3))
  const idat = chunk('IDAT', rows)
  const wrongCrc = Buffer.concat([
    PNG_SIGNATURE,
    chunk('IHDR', header(size), { crc: 0 }),
    idat,
    chunk('IEND', Buffer.alloc(0)),
  ])
  const longChunk = Buffer.from(valid)
  longChunk.writeUInt32BE(0x7fffffff, 33)
  const rejected: [string, Buffer][] = [
    ['PNG with a wrong checksum of its header', wrongCrc],
    ['PNG of 14000 × 14000 pixels', buildPng({ width: 14_000, height: 14_000 }, idat)],
    ['PNG of 2147483647 × 2147483647 pixels', buildPng({ width: 0x7fffffff, height: 0x7fffffff }, idat)],
    ['PNG of 0 × 0 pixels', buildPng({ width: 0, height: 0 }, idat)],
    ['PNG of 1 × 1 pixel', buildPng({ width: 1, height: 1 }, chunk('IDAT', deflateSync(Buffer.alloc(4))))],
    ['PNG without pixels', buildPng(size)],
    ['PNG whose chunk claims 2 GB', longChunk],
    ['PNG of an unknown depth', buildPng({ ...size, depth: 3 }, idat)],
    ['PNG of an unknown colour type', buildPng({ ...size, colourType: 5 }, idat)],
    ['PNG with a palette that is missing', buildPng({ ...size, colourType: 3 }, chunk('IDAT', zeros(400 * 401)))],
  ]
  const odd: [string, Buffer][] = [
    ['PNG with a wrong checksum of its pixels', buildPng(size, chunk('IDAT', rows, { crc: 0 }))],
    ['PNG that unpacks to 100 MB more than it shows', buildPng(size, chunk('IDAT', zeros(100_000_000)))],
    [
      'PNG with 5000 empty pixel chunks',
      buildPng(size, ...Array.from({ length: 5000 }, () => chunk('IDAT', Buffer.alloc(0))), idat),
    ],
    ['PNG with a text that unpacks to 50 MB', buildPng(size, compressedText(zeros(50_000_000)), idat)],
    ['PNG with a colour profile that unpacks to 50 MB', buildPng(size, compressedProfile(zeros(50_000_000)), idat)],
    ['interlaced PNG of 16 bits', buildPng({ ...size, depth: 16, interlaced: true }, chunk('IDAT', zeros(2_000_000)))],
    [
      'interlaced PNG of 16 bits and 7000 × 7000 pixels',
      buildPng({ width: 7000, height: 7000, depth: 16, interlaced: true }, chunk('IDAT', zeros(1_000_000))),
    ],
  ]
  return [
    ...rejected.map(([name, bytes]) => ({ name, bytes, mayPass: false })),
    ...odd.map(([name, bytes]) => ({ name, bytes, mayPass: true })),
  ]
}

const compressedText = (data: Buffer) => chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), data]))
const compressedProfile = (data: Buffer) => chunk('iCCP', Buffer.concat([Buffer.from('profile\0\0', 'latin1'), data]))

function polyglots({ jpeg, png: validPng, gif, webp }: Files): CorpusImage[] {
  const html = Buffer.from('<!doctype html><script>alert(1)</script>')
  const zip = Buffer.from('PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0', 'latin1')
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, html.length + 2]), html])
  return [
    {
      name: 'JPEG with HTML in a comment',
      bytes: Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]),
      mayPass: true,
    },
    { name: 'JPEG that ends with a ZIP', bytes: Buffer.concat([jpeg, zip]), mayPass: true },
    { name: 'PNG that ends with HTML', bytes: Buffer.concat([validPng, html]), mayPass: true },
    { name: 'GIF that goes on as a JPEG', bytes: Buffer.concat([gif, jpeg]), mayPass: true },
    { name: 'WebP that goes on as a PNG', bytes: Buffer.concat([webp, validPng]), mayPass: true },
    {
      name: 'HTML with the first bytes of a JPEG',
      bytes: Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), html]),
      mayPass: false,
    },
    { name: 'HTML with the first bytes of a GIF', bytes: Buffer.concat([Buffer.from('GIF89a'), html]), mayPass: false },
    { name: 'HTML', bytes: html, mayPass: false },
    { name: 'an empty file', bytes: Buffer.alloc(0), mayPass: false },
    { name: 'a file of one byte', bytes: Buffer.from([0xff]), mayPass: false },
    { name: 'a megabyte of zeros', bytes: Buffer.alloc(1_000_000), mayPass: false },
  ]
}

/** Inserts application segments with garbage after the start of a JPEG. */
async function badMetadata(jpeg: Buffer): Promise<CorpusImage[]> {
  const segment = (marker: number, content: Buffer) => {
    const head = Buffer.from([0xff, marker, 0, 0])
    head.writeUInt16BE(content.length + 2, 2)
    return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)])
  }
  const garbage = (label: string, length: number) =>
    Buffer.concat([Buffer.from(label, 'latin1'), Buffer.from(Array.from({ length }, (_, i) => (i * 31) % 256))])
  /** A directory whose entry points to itself. */
  const loop = Buffer.from('Exif\0\0II*\0\x08\0\0\0\x01\0\x69\x87\x04\0\x01\0\0\0\x08\0\0\0\x08\0\0\0', 'latin1')
  return [
    { name: 'JPEG with garbage as EXIF', bytes: segment(0xe1, garbage('Exif\0\0', 4000)), mayPass: true },
    { name: 'JPEG with an EXIF directory that contains itself', bytes: segment(0xe1, loop), mayPass: true },
    {
      name: 'JPEG with garbage as colour profile',
      bytes: segment(0xe2, garbage('ICC_PROFILE\0\x01\x01', 4000)),
      mayPass: true,
    },
    {
      name: 'JPEG with part 200 of 255 of a colour profile',
      bytes: segment(0xe2, garbage('ICC_PROFILE\0\xc8\xff', 200)),
      mayPass: true,
    },
    { name: 'JPEG with garbage as Adobe segment', bytes: segment(0xee, garbage('Adobe', 7)), mayPass: true },
    {
      name: 'JPEG with orientation 9',
      bytes: await gradient()
        .withExif({ IFD0: { Orientation: '9' } })
        .jpeg()
        .toBuffer(),
      mayPass: true,
    },
  ]
}

async function extremes({ gif }: Files): Promise<CorpusImage[]> {
  const cmyk = await gradient().toColourspace('cmyk').jpeg().toBuffer()
  const images = Array.from({ length: 24 }, () => gradient().png().toBuffer())
  const animated = await sharp(await Promise.all(images), { join: { animated: true } })
    .webp({ effort: 0 })
    .toBuffer()
  const hugeGif = Buffer.from(gif)
  hugeGif.writeUInt16LE(65_535, 6)
  hugeGif.writeUInt16LE(65_535, 8)
  return [
    { name: 'CMYK JPEG', bytes: cmyk, mayPass: true },
    { name: 'CMYK JPEG cut in the middle', bytes: cmyk.subarray(0, cmyk.length / 2), mayPass: true },
    { name: 'animated WebP', bytes: animated, mayPass: true },
    { name: 'animated WebP cut in the middle', bytes: animated.subarray(0, animated.length / 2), mayPass: true },
    { name: 'GIF of 20000 images', bytes: manyImages(20_000), mayPass: true },
    { name: 'GIF whose screen claims 65535 × 65535 pixels', bytes: hugeGif, mayPass: true },
  ]
}

/** A GIF of 300 × 300 pixels whose images have one pixel each. */
function manyImages(count: number) {
  const screen = Buffer.from('GIF89a\x2c\x01\x2c\x01\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
  const part = Buffer.from('\x21\xf9\x04\0\x01\0\0\0\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0', 'latin1')
  return Buffer.concat([screen, ...Array.from({ length: count }, () => part), Buffer.from(';')])
}
