/** The parameters of the search statements, by name, with their types. */
export const parameterTypes = {
  /** 0 for a visitor. */
  viewer: 'bigint',
  country: 'text',
  genders: 'text[]',
  /** '' for the whole country. */
  region: 'text',
  /** First and last day of birth. */
  bornFrom: 'date',
  bornUntil: 'date',
  years: 'int[]',
  /** Mask of the facets that members must not have. */
  excluded: 'bigint',
  /** Least key: keys are ordered by the time of the sign-up. */
  leastId: 'bigint',
  /** Least activity. */
  activeSince: 'timestamptz',
  /** Activity and key of the row before the page. */
  afterAt: 'timestamptz',
  afterId: 'bigint',
  /** Cells of the map, and for each of them the distance that is shown. */
  cells: 'int[]',
  distances: 'int[]',
  /** The day on which ages are computed. */
  today: 'timestamp',
  onlineSince: 'timestamptz',
  /** Keys of members who signed up since are greater. */
  newSince: 'bigint',
  /** The site shows interests. */
  showsInterests: 'boolean',
  /** Counted in advance: whole years strictly between the two, and the whole months before and after them. */
  yearsAfter: 'int',
  yearsBefore: 'int',
  monthsAfter: 'int',
  firstYearBefore: 'int',
  lastYearAfter: 'int',
  monthsBefore: 'int',
  /** The partial months at both ends of the range. */
  firstFrom: 'date',
  firstUntil: 'date',
  lastFrom: 'date',
  lastUntil: 'date',
} as const

export type ParameterName = keyof typeof parameterTypes
export type ParameterValues = Record<ParameterName, unknown>

export interface Statement<Name extends string = ParameterName> {
  /** With `$1`, `$2` …, each with a cast. */
  text: string
  /** The parameter of each position. */
  names: Name[]
}

/**
 * Numbers the parameters of a statement, which has names in braces: `country = {country}`. `types` has the
 * parameters that it may name.
 */
export function toStatement<Name extends string>(template: string, types: Record<Name, string>): Statement<Name> {
  const isParameter = (name: string): name is Name => Object.hasOwn(types, name)
  const names: Name[] = []
  const text = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (!isParameter(name)) throw new Error(`unknown parameter ${name}`)
    if (!names.includes(name)) names.push(name)
    return `$${names.indexOf(name) + 1}::${types[name]}`
  })
  return { text, names }
}

/** Returns the values of a statement in the order of its parameters. */
export function valuesOf<Name extends string>({ names }: Statement<Name>, values: Record<Name, unknown>) {
  return names.map((name) => values[name])
}
