import { editorOf, type SettingName } from './setting-groups.ts'
import type { Row } from './structures.ts'

/** What a form has for a setting: a text, the value of a switch or of a set of choices, or rows. */
export type SettingInput = string | boolean | readonly string[] | readonly Row[]

/** Returns a value as the text in its input. Switches, sets of choices and rows have no text. */
export function inputOf(name: SettingName, value: unknown): string {
  const { kind } = editorOf(name)
  if (value === null || value === undefined) return ''
  if (kind === 'lines') return (value as string[]).join('\n')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/**
 * Returns the value that a text stands for; null, which gives the default again, for an empty number. What
 * cannot be a value is left to the server's check.
 */
export function valueOf(name: SettingName, text: string): unknown {
  const editor = editorOf(name)
  if (editor.kind === 'lines') return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
  if (editor.kind === 'number') return numberOf(text)
  if (editor.kind === 'choice') return editor.options.find((option) => String(option) === text) ?? text
  return text
}

function numberOf(text: string) {
  if (text.trim() === '') return null
  const number = Number(text)
  return Number.isFinite(number) ? number : text
}
