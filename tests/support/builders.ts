import type { CountryCode } from '#contract/countries.ts'
import { textLanguage, type LanguageCode } from '#contract/languages.ts'
import { profileChoiceNames } from '#contract/profiles/profile-fields.ts'
import type { Gender, LookingFor, ProfileChoices } from '#contract/profiles/profile-field-schemas.ts'
import type { ProfileEdit } from '#contract/profiles/schemas.ts'
import { CONSENT_VERSION } from '#contract/accounts/consent-version.ts'
import { giveConsent } from '#server/features/accounts/consents.ts'
import { sessionCookieName } from '#server/features/accounts/sessions/session-cookie.ts'
import { createAccount, startSession } from '#server/features/accounts/service.ts'
import { insertBalance, setPremium } from '#server/features/credits/queries.ts'
import { grant } from '#server/features/credits/service.ts'
import { insertPhoto } from '#server/features/profiles/photos.ts'
import { createProfile } from '#server/features/profiles/service.ts'
import type { AppContext } from '#server/context.ts'
import { hashToken, newPublicId } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'

interface MemberInput extends ProfileChoices {
  name: string
  email: string
  gender: Gender
  lookingFor: LookingFor
  birthDate: string
  country: CountryCode
  region: string
  city: string
  language: LanguageCode
  /** Default true: the link in the mail was opened, without the free credits that come with it. */
  isConfirmed: boolean
  /** Default true: agreed to the present consent text. */
  hasConsented: boolean
  isPremium: boolean
  isFictional: boolean
  isInvisible: boolean
  isPrivate: boolean
  credits: number
  /** Default 0: how long ago the member signed up. */
  signedUpMsAgo: number
  /** Photos without files, in this order; the first public one is the main photo. */
  photos: ('public' | 'private' | 'on_request')[]
  about: string
  answers: ProfileEdit['answers']
  interests: ProfileEdit['interests']
}

export interface Member {
  userId: number
  siteId: number
  profileId: string
  name: string
  email: string
  password: string
  /** Header that sends the member's session. */
  cookie: string
  sessionHash: Buffer
  /** Public ids of the photos, in the order of the input. */
  photoIds: string[]
}

type Deps = Pick<AppContext, 'config' | 'db' | 'transaction' | 'clock' | 'sites'>

const password = 'a fine long password'
/** Argon2id hash of that password with the cheapest parameters. */
const passwordHash = '$argon2id$v=19$m=64,t=1,p=1$oME4KF67/g0IvCZuFt5CPg$lCAS0img/YxM96twOhue5Tdt8qSOd4cFbmuaFbZflp0'

let built = 0

/** Builds a member with a session, born 1995, living in Utrecht. Needs a started app, with its sites. */
export async function buildMember(context: Deps, input: Partial<MemberInput> = {}): Promise<Member> {
  built += 1
  const { gender = 'female', isConfirmed = true, isPremium = false, credits = 0, photos = [] } = input
  const { name = `Member ${built}`, email = `member-${built}@example.com` } = input
  const site = context.sites.of('localhost')
  const { clock } = context
  const now = clock.now()

  return context.transaction(async (tx) => {
    const userId = await createAccount(context, tx, {
      siteId: site.id,
      email,
      passwordHash,
      language: input.language ?? 'en',
      confirmedAt: isConfirmed ? now : null,
      createdAt: new Date(now.getTime() - (input.signedUpMsAgo ?? 0)),
    })
    if (input.hasConsented ?? true)
      await giveConsent(context, tx, {
        userId,
        language: textLanguage(input.language),
        version: CONSENT_VERSION,
      })
    const { publicId: profileId } = await createProfile(context, tx, {
      settings: site.settings,
      userId,
      name,
      gender,
      lookingFor: input.lookingFor ?? (gender === 'female' ? 'male' : 'female'),
      birthDate: input.birthDate ?? '1995-05-05',
      isFictional: input.isFictional ?? false,
      ...placeOf(context, input),
    })
    await saveAbout(tx, { userId, input, at: now })
    await insertBalance(tx, userId)
    if (isPremium) await setPremium(tx, { userId, at: now })
    if (credits > 0) await grant({ tx, clock }, { userId, kind: 'demo', ref: 'built', amount: credits })
    const photoIds: string[] = []
    for (const visibility of photos)
      photoIds.push((await insertPhoto(context, tx, { userId, photo: image(), visibility, isReviewed: false })).id)
    const token = await startSession(context, tx, userId)
    const cookie = `${sessionCookieName(context.config)}=${token}`
    return {
      userId,
      siteId: site.id,
      profileId,
      name,
      email,
      password,
      cookie,
      sessionHash: hashToken(token),
      photoIds,
    }
  })
}

/** Returns the given place, or one that does not matter: the country's first region. */
function placeOf(
  { sites }: Pick<AppContext, 'sites'>,
  { country = 'NL', region, city = 'Somewhere' }: Partial<MemberInput>,
) {
  if (country === 'NL' && !region) return { country, region: 'Utrecht', city: 'Utrecht' }
  const [first = ''] = sites.of('localhost').settings.region_data[country]?.regions ?? []
  return { country, region: region ?? first, city }
}

async function saveAbout(tx: Tx, { userId, input, at }: { userId: number; input: Partial<MemberInput>; at: Date }) {
  const editable = ['about', 'answers', 'interests', 'isInvisible', 'isPrivate', ...profileChoiceNames] as const
  const edit = Object.fromEntries(
    editable.flatMap((name) => {
      const value = name === 'answers' ? input.answers && JSON.stringify(input.answers) : input[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
  if (Object.keys(edit).length === 0) return
  await tx
    .updateTable('profiles')
    .set({ ...edit, updatedAt: at })
    .where('userId', '=', userId)
    .execute()
}

/** Returns a processed photo without files. */
function image() {
  return {
    storageKey: newPublicId(),
    width: 900,
    height: 1200,
    preview: 'data:image/gif;base64,R0lGODlhAQABAIAAALKvuwAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==',
    renditions: 2,
    fingerprint: null,
    explicitness: null,
    discard: async () => {},
  }
}
