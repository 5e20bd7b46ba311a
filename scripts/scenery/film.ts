import type * as Mediabunny from 'mediabunny'

/*
 * Runs in Chromium to make a film: no imports, because `make-films.ts` sends the functions' source.
 */

export interface Film {
  width: number
  height: number
  seconds: number
  /** Names of portraits. */
  faces: string[]
}

type Context = OffscreenCanvasRenderingContext2D

interface Scene {
  context: Context
  images: ImageBitmap[]
  /** From 0 to 1. At 1 the film is where it began, because it repeats. */
  time: number
}

/** Loaded into the page by `make-films.ts`. */
declare const mediabunny: typeof Mediabunny

/** Draws every frame, encodes them, and returns the film and one frame of it, in Base64. */
export async function encodeFilm(
  { width, height, seconds, posterAt }: Film & { posterAt: number },
  urls: string[],
  draw: (scene: Scene) => void,
) {
  const FRAMES_PER_SECOND = 20
  const BITS_PER_SECOND = 225_000
  const images = await Promise.all(urls.map(async (url) => createImageBitmap(await (await fetch(url)).blob())))
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d') as Context
  const target = new mediabunny.BufferTarget()
  const output = new mediabunny.Output({ format: new mediabunny.WebMOutputFormat(), target })
  const source = new mediabunny.CanvasSource(canvas, {
    codec: 'vp9',
    quality: new mediabunny.Quality({ bitrate: BITS_PER_SECOND }),
    keyFrameInterval: seconds,
  })
  output.addVideoTrack(source, { frameRate: FRAMES_PER_SECOND })
  await output.start()
  const frames = seconds * FRAMES_PER_SECOND
  for (let frame = 0; frame < frames; frame += 1) {
    draw({ context, images, time: frame / frames })
    await source.add(frame / FRAMES_PER_SECOND, 1 / FRAMES_PER_SECOND)
  }
  await output.finalize()
  draw({ context, images, time: posterAt })
  const poster = await canvas.convertToBlob({ type: 'image/png' })
  const toBase64 = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))
  return {
    video: toBase64(new Uint8Array(target.buffer as ArrayBuffer)),
    poster: toBase64(new Uint8Array(await poster.arrayBuffer())),
  }
}

/** Four strips with a face each, which slide up and down to the next one in turn. */
export function drawFaces({ context, images, time }: Scene) {
  const { width, height } = context.canvas
  const STRIPS = 4
  const TURNS = 4
  const strip = width / STRIPS
  const ease = (x: number) => (x < 0.5 ? 4 * x ** 3 : 1 - (-2 * x + 2) ** 3 / 2)
  context.fillStyle = '#1c1030'
  context.fillRect(0, 0, width, height)
  for (let column = 0; column < STRIPS; column += 1) {
    const turn = Math.floor(time * TURNS)
    const moved = ease(Math.min(1, Math.max(0, ((time * TURNS) % 1) * 2.6 - 0.9 - column * 0.2)))
    const direction = column % 2 === 0 ? 1 : -1
    const face = (offset: number, step: number) => {
      // Every strip has two faces of its own, which take turns.
      const image = images[(column * 2 + ((turn + step) % 2)) % images.length]
      if (!image) return
      const scale = Math.max((strip * 1.04) / image.width, height / image.height) * 1.02
      const [w, h] = [image.width * scale, image.height * scale]
      context.save()
      context.beginPath()
      context.rect(column * strip + 3, 0, strip - 6, height)
      context.clip()
      context.drawImage(image, column * strip + (strip - w) / 2, offset + (height - h) / 2, w, h)
      context.restore()
    }
    face(direction * moved * height, 0)
    face(direction * (moved - 1) * height, 1)
  }
}

/** Three pairs in turn: they come together, one is typing, the other answers, and there is a heart. */
export function drawStory({ context, images, time }: Scene) {
  const { width, height } = context.canvas
  const scene = Math.min(2, Math.floor(time * 3))
  const at = time * 3 - scene
  drawGround(context, scene)
  const come = spring(part(at, 0, 0.32)) - part(at, 0.9, 1) ** 2
  drawCard(context, images[scene * 2], { side: -1, come })
  drawCard(context, images[scene * 2 + 1], { side: 1, come })
  const gone = 1 - part(at, 0.88, 0.94)
  const first = { x: width * 0.72, y: height * 0.2, color: '#ffffff', ink: '#7c3aed' }
  const second = { x: width * 0.28, y: height * 0.79, color: '#a21caf', ink: '#ffffff' }
  drawBubble(context, { ...first, at, lines: at > 0.45 ? 2 : 0, grown: spring(part(at, 0.3, 0.45)) * gone })
  drawBubble(context, { ...second, at, lines: at > 0.63 ? 1 : 0, grown: spring(part(at, 0.5, 0.64)) * gone })
  if (at > 0.66 && gone > 0) {
    drawHeart(context, { grown: spring(part(at, 0.66, 0.84)) * gone, spread: part(at, 0.68, 0.86) })
  }
}

/** The functions that the two above call, for the page. */
export const helpers = [part, spring, drawGround, drawCard, drawBubble, drawHeart]

/** How much of the time between two moments has passed, from 0 to 1. */
function part(at: number, from: number, to: number) {
  return Math.min(1, Math.max(0, (at - from) / (to - from)))
}

function spring(x: number) {
  return 1 - Math.cos(x * Math.PI * 2.2) * Math.exp(-5 * x) * (1 - x)
}

function drawGround(context: Context, scene: number) {
  const { width, height } = context.canvas
  const colors = ['#6d28d9 #db2777', '#4c1d95 #7c3aed', '#be185d #7e22ce'][scene]?.split(' ') ?? []
  const ground = context.createLinearGradient(0, 0, width, height)
  for (const [index, color] of colors.entries()) ground.addColorStop(index, color)
  context.fillStyle = ground
  context.fillRect(0, 0, width, height)
  context.fillStyle = 'rgb(255 255 255 / 0.09)'
  for (const [x, y, radius] of [
    [0.14, 0.2, 120],
    [0.88, 0.34, 90],
    [0.22, 0.86, 150],
    [0.8, 0.9, 60],
  ] as const) {
    context.beginPath()
    context.arc(x * width, y * height, radius, 0, Math.PI * 2)
    context.fill()
  }
}

function drawCard(context: Context, image: ImageBitmap | undefined, { side, come }: { side: -1 | 1; come: number }) {
  if (!image) return
  const { width, height } = context.canvas
  context.save()
  context.translate(width / 2 + side * (width * 1.1 - come * width * 0.9), height * (side < 0 ? 0.36 : 0.6))
  context.rotate(side * (0.08 + (1 - come) * 0.4))
  context.shadowColor = 'rgb(20 0 40 / 0.4)'
  context.shadowBlur = 24
  context.fillStyle = '#fff'
  context.beginPath()
  context.roundRect(-122, -162, 244, 324, 26)
  context.fill()
  context.shadowBlur = 0
  context.beginPath()
  context.roundRect(-114, -154, 228, 308, 20)
  context.clip()
  context.drawImage(image, -114, -154, 228, 308)
  context.restore()
}

interface Bubble {
  x: number
  y: number
  color: string
  ink: string
  at: number
  grown: number
  /** 0: the dots of someone who is typing. */
  lines: number
}

function drawBubble(context: Context, { x, y, color, ink, at, grown, lines }: Bubble) {
  if (grown <= 0) return
  context.save()
  context.translate(x, y)
  context.scale(grown, grown)
  context.fillStyle = color
  context.beginPath()
  context.roundRect(-95, -36, 190, 72, 30)
  context.fill()
  context.fillStyle = ink
  for (const [index, dot] of (lines === 0 ? [-34, 0, 34] : []).entries()) {
    context.beginPath()
    context.arc(dot, -Math.max(0, Math.sin(at * 40 - index)) * 9, 10, 0, Math.PI * 2)
    context.fill()
  }
  context.globalAlpha = 0.75
  for (let line = 0; line < lines; line += 1) {
    context.beginPath()
    context.roundRect(-68, 4 - lines * 11 + line * 22, line === lines - 1 ? 84 : 136, 13, 7)
    context.fill()
  }
  context.restore()
}

function drawHeart(context: Context, { grown, spread }: { grown: number; spread: number }) {
  const { width, height } = context.canvas
  context.save()
  context.translate(width / 2, height * 0.48)
  context.strokeStyle = `rgb(255 255 255 / ${0.8 * (1 - spread)})`
  context.lineWidth = 6
  context.beginPath()
  context.arc(0, 0, 40 + spread * 150, 0, Math.PI * 2)
  context.stroke()
  context.scale(grown * 4.6, grown * 4.6)
  context.fillStyle = '#fff'
  context.beginPath()
  context.arc(0, 0, 17, 0, Math.PI * 2)
  context.fill()
  context.translate(-12, -11)
  context.fillStyle = '#db2777'
  const heart =
    'M12 21 2.6 11.6a6.1 6.1 0 0 1 0-8.7 6.2 6.2 0 0 1 8.7 0l.7.7.7-.7a6.2 6.2 0 0 1 8.7 0 6.1 6.1 0 0 1 0 8.7z'
  const path = new Path2D(heart)
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- A canvas, not an array.
  context.fill(path)
  context.restore()
}
