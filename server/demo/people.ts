import { countryLanguages, type CountryCode } from '#contract/countries.ts'
import type { Language } from '#contract/languages.ts'
import { FREE_PHOTOS, MINIMUM_AGE } from '#contract/limits.ts'
import { profileChoices } from '#contract/profiles/profile-fields.ts'
import type { Gender, LookingFor } from '#contract/profiles/profile-field-schemas.ts'
import type { ProfileEdit } from '#contract/profiles/schemas.ts'
import { interests } from '#contract/settings/interests.ts'
import type { Interest } from '#contract/settings/schemas.ts'
import { visibleTraitsOf } from './portraits/people.ts'
import { createRng, type Rng } from './random.ts'
import cities from './cities.json' with { type: 'json' }
import names from './names.json' with { type: 'json' }
import { answersOf } from './answers.ts'
import { languagesAt } from './languages.ts'
import { aboutText } from './texts.ts'

/** The data of a demo member, before it is stored. */
export interface DemoPerson extends Omit<ProfileEdit, 'lookingFor'> {
  email: string
  name: string
  gender: Gender
  lookingFor: LookingFor
  birthDate: string
  language: Language
  isPremium: boolean
  /** Labelled as fictional, so that the label can be seen (PRO-13). Likes no one and writes to no one. */
  isFictional: boolean
  /** In years, as the portraits show it. */
  age: number
  /** Decides the face. Without it the address does. */
  faceSeed?: string
  /** Visibility of each photo; the index is the variant of the portrait. Some members have none. */
  photos: ('public' | 'private')[]
}

/** One in this many demo members is labelled as fictional. Odd, because genders alternate. */
const MEMBERS_PER_FICTIONAL = 37
/** Most are young adults; the number falls towards the upper end. */
function ageOf(rng: Rng) {
  return Math.round(20 + 45 * rng.next() ** 1.7)
}

/** Share of members in each country, in percent. Countries without a number have 2. */
const weights: Partial<Record<CountryCode, number>> = { GB: 20, FR: 14, NL: 10, DE: 9, US: 9, BE: 6, IE: 4 }

const spread = (Object.keys(countryLanguages) as CountryCode[]).flatMap((country) =>
  Array.from({ length: weights[country] ?? 2 }, () => country),
)

/** Deals member number `index`; the same number always gives the same person. `year` is the present one. */
export function createPerson(index: number, { year }: { year: number }): DemoPerson {
  const rng = createRng(`member ${index}`)
  const place = placeIn(spread[(index * 37) % spread.length] ?? 'GB', rng)
  const gender: Gender = index % 2 === 0 ? 'female' : 'male'
  const age = ageOf(rng)
  const own = interestsOf(rng)
  const language = rng.pick(languagesAt(place))
  const email = `member-${index}@demo.example`
  return {
    email,
    name: pickOf(rng, names[language][gender]),
    gender,
    ...preferenceOf(gender, rng),
    birthDate: birthDateOf(rng, year - Math.max(MINIMUM_AGE, age + Math.round(rng.between(-2, 2)))),
    ...place,
    language,
    about: aboutText(rng, { language, interests: own }),
    ...choicesOf(rng, visibleTraitsOf({ seed: email, gender, age })),
    interests: own,
    // Of a generator of their own: these came later, and the others stay as they were.
    ...answersOf(createRng(`answers ${index}`), { language, interests: own }),
    isPremium: rng.isTrue(0.25),
    isFictional: index % MEMBERS_PER_FICTIONAL === MEMBERS_PER_FICTIONAL - 1,
    age,
    photos: photosOf(rng),
  }
}

/** Returns what decides the portraits of a member: no two members have the same. */
export function portraitPerson({ email, faceSeed = email, gender, age, interests: own }: DemoPerson) {
  return { seed: faceSeed, gender, age, interests: own }
}

/** Returns the genders that a person looks for, and the matching sexuality where the person states one. */
function preferenceOf(gender: Gender, rng: Rng): Pick<DemoPerson, 'lookingFor' | 'sexuality'> {
  const other = gender === 'female' ? 'male' : 'female'
  const [lookingFor, sexuality] = rng.isTrue(0.88)
    ? ([other, 'hetero'] as const)
    : rng.isTrue(0.5)
      ? ([gender, gender === 'female' ? 'lesbian' : 'gay'] as const)
      : (['both', 'bi'] as const)
  return { lookingFor, sexuality: rng.isTrue(0.6) ? sexuality : null }
}

const unattached = ['divorced', 'single', 'widowed', 'unmarried'] as const

/** Says of the looks what the portraits show, or nothing. */
function choicesOf(rng: Rng, traits: ReturnType<typeof visibleTraitsOf>) {
  return {
    relationship: rng.isTrue(0.75) ? rng.pick(unattached) : null,
    bodyType: rng.isTrue(0.6) ? traits.bodyType : null,
    hairColour: rng.isTrue(0.6) ? traits.hairColour : null,
    eyeColour: rng.isTrue(0.6) ? traits.eyeColour : null,
    tattoos: rng.isTrue(0.4) ? rng.pick(profileChoices.tattoos) : null,
    reason: rng.isTrue(0.7) ? rng.pick(profileChoices.reason) : null,
  }
}

function photosOf(rng: Rng): DemoPerson['photos'] {
  if (rng.isTrue(0.03)) return []
  const count = rng.pick([1, 2, 2, FREE_PHOTOS])
  return Array.from({ length: count }, (_, index) => (index > 0 && rng.isTrue(0.45) ? 'private' : 'public'))
}

function placeIn(country: CountryCode, rng: Rng) {
  const regions: Record<string, string[]> = cities[country]
  const region = pickOf(rng, Object.keys(regions))
  return { country, region, city: pickOf(rng, regions[region] ?? [region]) }
}

/** Returns a date of birth in the year before `year`, so that the member is never younger than intended. */
function birthDateOf(rng: Rng, year: number) {
  const month = 1 + Math.floor(rng.between(0, 12))
  const day = 1 + Math.floor(rng.between(0, 28))
  const two = (value: number) => String(value).padStart(2, '0')
  return `${year - 1}-${two(month)}-${two(day)}`
}

function interestsOf(rng: Rng): Interest[] {
  const count = 3 + Math.floor(rng.between(0, 6))
  return [...new Set(Array.from({ length: count }, () => rng.pick(interests)))]
}

function pickOf(rng: Rng, items: readonly string[]) {
  return items[Math.floor(rng.next() * items.length)] ?? ''
}
