export const genders = ['male', 'female'] as const

/** The genders that a member wants to meet. */
export const lookingForOptions = ['male', 'female', 'both'] as const

/** The optional fields in which a member chooses one value or leaves it open. */
export const profileChoices = {
  relationship: ['single', 'unmarried', 'divorced', 'widowed', 'living_together', 'married'],
  sexuality: ['hetero', 'gay', 'lesbian', 'bi'],
  bodyType: ['slim', 'normal', 'fat'],
  hairColour: ['black', 'brown', 'blond', 'red', 'grey', 'dyed', 'none'],
  eyeColour: ['brown', 'blue', 'green', 'grey', 'hazel'],
  tattoos: ['none', 'few', 'many'],
  reason: ['relationship', 'dating', 'friendship', 'chatting', 'adventure'],
  /** What a member hopes to find here; shown on the first photo. */
  intention: ['long_term', 'long_term_open', 'casual', 'friends', 'unsure'],
} as const
export type ProfileChoice = keyof typeof profileChoices
export const profileChoiceNames = Object.keys(profileChoices) as ProfileChoice[]

/** Returns an object with a value for each optional choice. */
export function mapChoices<Values extends Record<ProfileChoice, unknown>>(
  valueOf: <Name extends ProfileChoice>(name: Name) => Values[Name],
) {
  // `Object.fromEntries` does not return the names of the keys.
  return Object.fromEntries(profileChoiceNames.map((name) => [name, valueOf(name)])) as Values
}

/** The name of each optional choice in the site's settings. */
export const choiceSettings = {
  relationship: 'relationship',
  sexuality: 'sexuality',
  bodyType: 'body_type',
  hairColour: 'hair_colour',
  eyeColour: 'eye_colour',
  tattoos: 'tattoos',
  reason: 'reason',
  intention: 'intention',
} as const satisfies Record<ProfileChoice, string>

/** Optional fields that a site can show, under their names in the setting `visible_profile_fields`. */
export const profileFields = ['about', 'prompts', 'interests', ...Object.values(choiceSettings)] as const
