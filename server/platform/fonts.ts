import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { getOrLoad } from './load-once.ts'

/** They have the letters of all languages in Latin script. */
const fonts = {
  regular: import.meta.resolve('@expo-google-fonts/figtree/400Regular/Figtree_400Regular.ttf'),
  bold: import.meta.resolve('@expo-google-fonts/figtree/700Bold/Figtree_700Bold.ttf'),
}
export type FontName = keyof typeof fonts

const files = new Map<FontName, Promise<Buffer>>()

/** Reads a font once. */
export function fontFile(name: FontName) {
  return getOrLoad(files, name, () => readFile(fileURLToPath(fonts[name])))
}

/** Replaces the narrow spaces of French numbers, which the fonts do not have, by no-break spaces. */
export function withKnownSpaces(text: string) {
  return text.replaceAll('\u202F', '\u00A0')
}
