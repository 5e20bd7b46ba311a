/** The part of fontkit that is used here; it has no types of its own. */
declare module 'fontkit' {
  export interface Font {
    unitsPerEm: number
    layout(text: string): {
      /** Id 0: the font does not have the character. */
      glyphs: { id: number; codePoints: number[]; path: { toSVG(): string } }[]
      positions: { xAdvance: number }[]
      advanceWidth: number
    }
  }
  export function create(file: Buffer): Font
}
