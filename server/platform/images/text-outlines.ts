import type { Font } from 'fontkit'
import { fontFile, type FontName } from '#server/platform/fonts.ts'
import { getOrLoad } from '#server/platform/load-once.ts'

interface TextBox {
  x: number
  /** Of the first line, at its foot. */
  y: number
  width: number
  /** Of the letters; smaller where the text would need more lines. */
  size: number
  lines?: number
  font?: FontName
}

/** Longer texts are cut: no line has room for more. */
const MAX_LENGTH = 300
const SMALLEST = 0.55
const LINE_HEIGHT = 1.14

const fonts = new Map<FontName, Promise<Font>>()

/**
 * Returns a text as white outlines for an SVG, because a server need not have fonts. A text with letters that
 * the fonts do not have is left out; other missing signs, such as emoji, are left out alone.
 */
export async function textOutlines(text: string, { x, y, width, size, lines = 1, font = 'bold' }: TextBox) {
  const face = await openFont(font)
  const renderable = withoutMissing(face, [...text.trim()].slice(0, MAX_LENGTH).join(''))
  const { rows, scale } = fitted(face, renderable, { width: width / size, lines })
  const unit = (size * scale) / face.unitsPerEm
  return rows
    .map((row, index) => {
      const top = y + (index - (rows.length - 1)) * size * scale * LINE_HEIGHT
      return `<g fill="#fff" transform="translate(${x} ${top}) scale(${unit} ${-unit})">${glyphPaths(face, row)}</g>`
    })
    .join('')
}

/** The library and the font are loaded with the first text. */
function openFont(name: FontName) {
  return getOrLoad(fonts, name, async () => {
    const [{ create }, file] = await Promise.all([import('fontkit'), fontFile(name)])
    return create(file)
  })
}

function withoutMissing(face: Font, text: string) {
  const isMissing = (character: string) => face.layout(character).glyphs.some(({ id }) => id === 0)
  const missing = [...new Set(text)].filter((character) => /\S/u.test(character) && isMissing(character))
  if (missing.some((character) => /\p{L}/u.test(character))) return ''
  return missing.reduce((rest, character) => rest.replaceAll(character, ''), text)
}

/** Breaks a text into at most `lines` lines of a width in ems, at the largest scale that fits. */
function fitted(face: Font, text: string, { width, lines }: { width: number; lines: number }) {
  for (let scale = 1; scale > SMALLEST; scale *= 0.9) {
    const rows = broken(face, text, width / scale)
    const fits = rows.length <= lines && rows.every((row) => widthOf(face, row) <= width / scale)
    if (fits) return { rows, scale }
  }
  const rows = broken(face, text, width / SMALLEST).slice(0, lines)
  return { rows: rows.map((row) => shortened(face, row, width / SMALLEST)), scale: SMALLEST }
}

function broken(face: Font, text: string, width: number) {
  const rows: string[] = []
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = rows.length > 0 ? `${rows.at(-1)} ${word}` : word
    if (rows.length > 0 && widthOf(face, longer) <= width) rows[rows.length - 1] = longer
    else rows.push(word)
  }
  return rows
}

function shortened(face: Font, text: string, width: number) {
  if (widthOf(face, text) <= width) return text
  const limit = width - widthOf(face, '…')
  let end = 0
  let used = 0
  for (const letter of text) {
    used += widthOf(face, letter)
    if (used > limit) break
    end += letter.length
  }
  return `${text.slice(0, end)}…`
}

function widthOf(face: Font, text: string) {
  return face.layout(text).advanceWidth / face.unitsPerEm
}

function glyphPaths(face: Font, text: string) {
  const { glyphs, positions } = face.layout(text)
  let left = 0
  return glyphs
    .map(({ path }, index) => {
      const at = left
      left += positions[index]?.xAdvance ?? 0
      return `<path transform="translate(${at} 0)" d="${path.toSVG()}"/>`
    })
    .join('')
}
