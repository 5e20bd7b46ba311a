import { countries, currencies, regionKindNames } from '#contract/countries.ts'
import {
  BUNDLE_PRICE_MAX,
  DISCLAIMERS_MAX,
  MAXIMUM_AGE,
  MESSAGE_COST_MAX,
  MINIMUM_AGE,
  PROMO_TEXT_MAX_LENGTH,
  PROMO_TILES_MAX,
  SETTING_MAX_LENGTH,
} from '#contract/limits.ts'
import type { OwnSettings } from '#contract/settings/schemas.ts'

/*
 * Settings with an inner structure are edited as rows of cells, which hold texts until they are saved.
 */

export type StructuredName = Extract<
  keyof OwnSettings,
  | 'minimum_ages'
  | 'region_data'
  | 'minimum_message_costs'
  | 'bundle_prices'
  | 'fictional_warning/singular/plural'
  | 'premium_match_claim'
  | 'promo_tiles'
  | 'disclaimers'
>

export type CellName =
  | 'country'
  | 'age'
  | 'costs'
  | 'currency'
  | 'p0'
  | 'p1'
  | 'p2'
  | 'p3'
  | 'locale'
  | 'text'
  | 'label'
  | 'regions'
  | 'warning'
  | 'singular'
  | 'plural'
  | 'percentage'
  | 'source'
  | 'kind'
  | 'title'
  | 'image'
  | 'url'

export interface Cell {
  name: CellName
  /** `amount`: minor units, edited in whole ones with decimals. `country`: a choice with names. */
  kind: 'text' | 'number' | 'amount' | 'lines' | 'choice' | 'country'
  options?: readonly string[]
  /** An empty text is a value: '', or null with `isNull`. */
  isOptional?: true
  isNull?: true
  maxLength?: number
  min?: number
  max?: number
  pattern?: RegExp
}

export interface Structure {
  /**
   * `list`: an array of objects. `map`: an object by the first cell, of objects, or of values where there is
   * one more cell. `object`: exactly one. `option`: one, or null.
   */
  shape: 'list' | 'map' | 'object' | 'option'
  cells: readonly Cell[]
  max: number
}

export type Row = Readonly<Partial<Record<CellName, string>>>

const country: Cell = { name: 'country', kind: 'country', options: countries }
const text = (name: CellName): Cell => ({ name, kind: 'text', isOptional: true, maxLength: SETTING_MAX_LENGTH })
const price = (name: CellName): Cell => ({ name, kind: 'amount', min: 1, max: BUNDLE_PRICE_MAX })

export const structures: Record<StructuredName, Structure> = {
  minimum_ages: {
    shape: 'map',
    cells: [country, { name: 'age', kind: 'number', min: MINIMUM_AGE, max: MAXIMUM_AGE }],
    max: countries.length,
  },
  region_data: {
    shape: 'map',
    cells: [country, { name: 'label', kind: 'choice', options: regionKindNames }, { name: 'regions', kind: 'lines' }],
    max: countries.length,
  },
  minimum_message_costs: {
    shape: 'map',
    cells: [
      country,
      { name: 'costs', kind: 'amount', min: 0, max: MESSAGE_COST_MAX },
      { name: 'currency', kind: 'choice', options: currencies },
    ],
    max: countries.length,
  },
  bundle_prices: {
    shape: 'map',
    cells: [
      { name: 'currency', kind: 'choice', options: currencies },
      price('p0'),
      price('p1'),
      price('p2'),
      price('p3'),
    ],
    max: currencies.length,
  },
  'fictional_warning/singular/plural': {
    shape: 'object',
    cells: [text('warning'), text('singular'), text('plural')],
    max: 1,
  },
  premium_match_claim: {
    shape: 'option',
    cells: [
      { name: 'percentage', kind: 'number', min: 1, max: 1000 },
      { name: 'source', kind: 'text', maxLength: PROMO_TEXT_MAX_LENGTH },
    ],
    max: 1,
  },
  promo_tiles: {
    shape: 'list',
    cells: [
      { name: 'kind', kind: 'choice', options: ['live_cam', 'resell'] },
      { name: 'title', kind: 'text', maxLength: PROMO_TEXT_MAX_LENGTH },
      { name: 'text', kind: 'text', isOptional: true, maxLength: PROMO_TEXT_MAX_LENGTH },
      { name: 'image', kind: 'text', isOptional: true, isNull: true, pattern: /^\/(?!\/)[\w./-]+$/ },
      { name: 'url', kind: 'text', pattern: /^https:\/\/[^\s/]+/ },
    ],
    max: PROMO_TILES_MAX,
  },
  disclaimers: {
    shape: 'map',
    cells: [
      { name: 'locale', kind: 'text', pattern: /^[a-z]{2}(?:-[A-Z]{2})?$/ },
      { name: 'text', kind: 'text', maxLength: SETTING_MAX_LENGTH },
    ],
    max: DISCLAIMERS_MAX,
  },
}

export const structureOf = (name: string): Structure | undefined => structures[name as StructuredName]

/** Returns the rows of a value of the contract. */
export function rowsOf({ shape, cells }: Structure, value: unknown): Row[] {
  if (value === null || value === undefined) return []
  if (shape === 'list') return (value as object[]).map((each) => rowOf(cells, each))
  if (shape !== 'map') return [rowOf(cells, value)]
  const [key, ...rest] = cells
  const isPlain = rest.length === 1
  return Object.entries(value).map(([name, each]) => ({
    ...rowOf(rest, isPlain ? { [rest[0]?.name ?? '']: each } : each),
    ...(key && { [key.name]: name }),
  }))
}

function rowOf(cells: readonly Cell[], value: unknown): Row {
  const fields = value as Record<string, unknown>
  return Object.fromEntries(cells.map((cell) => [cell.name, textOf(cell, fields[cell.name])]))
}

function textOf({ kind }: Cell, value: unknown) {
  if (kind === 'lines') return (value as string[]).join('\n')
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  // Every currency that members pay in has cents.
  return kind === 'amount' ? (Number(value) / 100).toFixed(2) : String(value)
}

/** Returns a row with the first choice of each cell that has some. */
export function emptyRow({ cells }: Structure): Row {
  return Object.fromEntries(cells.map(({ name, options }) => [name, options?.[0] ?? '']))
}

/** Returns the value of the contract that rows stand for. Cells that are wrong: `wrongCells`. */
export function valueOfRows({ shape, cells }: Structure, rows: readonly Row[]): unknown {
  const values = rows.map((row) => cells.map((cell) => [cell.name, valueOf(cell, row[cell.name] ?? '')] as const))
  if (shape === 'list') return values.map((each) => Object.fromEntries(each))
  if (shape !== 'map') return values[0] ? Object.fromEntries(values[0]) : null
  return Object.fromEntries(
    values.map(([key, ...rest]) => [String(key?.[1]), rest.length === 1 ? rest[0]?.[1] : Object.fromEntries(rest)]),
  )
}

function valueOf({ kind, isNull }: Cell, input: string) {
  const typed = input.trim()
  if (kind === 'lines') return typed.split('\n').flatMap((line) => line.trim() || [])
  if (kind === 'number') return Number(typed)
  if (kind === 'amount') return Math.round(Number(typed.replace(',', '.')) * 100)
  return isNull && typed === '' ? null : typed
}

/** Returns the cells that hold no value, as `0.title`: row and name. A key that stands twice is wrong too. */
export function wrongCells({ shape, cells }: Structure, rows: readonly Row[]): Set<string> {
  const wrong = new Set<string>()
  const keys = new Set<string>()
  for (const [index, row] of rows.entries()) {
    for (const cell of cells) if (!isRight(cell, (row[cell.name] ?? '').trim())) wrong.add(`${index}.${cell.name}`)
    const name = shape === 'map' ? cells[0]?.name : undefined
    if (name === undefined) continue
    const key = (row[name] ?? '').trim()
    if (keys.has(key)) wrong.add(`${index}.${name}`)
    keys.add(key)
  }
  return wrong
}

function isRight({ kind, options, isOptional, maxLength = Infinity, pattern, ...cell }: Cell, typed: string) {
  if (options) return options.includes(typed)
  if (typed === '') return isOptional === true || kind === 'lines'
  if (kind === 'number' || kind === 'amount') {
    const number = kind === 'amount' ? Number(typed.replace(',', '.')) * 100 : Number(typed)
    const isWhole = Math.abs(number - Math.round(number)) < 1e-6
    return isWhole && number >= (cell.min ?? 0) && number <= (cell.max ?? Infinity)
  }
  return typed.length <= maxLength && (pattern?.test(typed) ?? true)
}
