/** Edge of the square into which one emoji is painted, in pixels. */
const CELL = 24
/** A full channel: it shows whether the canvas returns what was painted. */
const FULL = 255

/**
 * Returns those emoji that the fonts of this device have. What they lack would be an empty box, or a
 * sign of a text font. All are painted once; where the browser keeps the pixels from pages, all are returned.
 */
export function visibleEmoji(emoji: readonly string[]): readonly string[] {
  const canvas = document.createElement('canvas')
  canvas.width = CELL
  canvas.height = CELL * (emoji.length + 1)
  const context = canvas.getContext('2d')
  if (!context) return emoji
  context.fillStyle = 'red'
  context.fillRect(0, 0, CELL, CELL)
  context.fillStyle = 'black'
  context.font = `${CELL * 0.7}px sans-serif`
  context.textBaseline = 'middle'
  for (const [index, each] of emoji.entries()) context.fillText(each, 0, CELL * (index + 1.5))
  const { data } = context.getImageData(0, 0, CELL, canvas.height)
  const cellOf = (index: number) => data.subarray(index * CELL * CELL * 4, (index + 1) * CELL * CELL * 4)
  const isReadable = data[0] === FULL && data[1] === 0 && data[2] === 0
  return isReadable ? emoji.filter((_, index) => hasOwnColours(cellOf(index + 1))) : emoji
}

/** Brightness that a pixel painted in black does not reach, also with the noise that some browsers add. */
const OWN_COLOUR = 32

/** Whether pixels painted in black have another colour: only an emoji font brings its own. */
export function hasOwnColours(pixels: ArrayLike<number>) {
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = [pixels[at], pixels[at + 1], pixels[at + 2], pixels[at + 3]]
    // A pixel that is hardly covered has no exact colour.
    if (alpha > 128 && Math.max(red, green, blue) > OWN_COLOUR) return true
  }
  return false
}
