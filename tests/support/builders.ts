import type { CountryCode } from '#contract/countries.ts'
import type { Language } from '#contract/languages.ts'
import type { Gender, ProfileEdit } from '#contract/profiles.ts'
import { sessionCookieName } from '#server/features/accounts/session-cookie.ts'
import { createAccount, startSession } from '#server/features/accounts/service.ts'
import { insertBalance, setPremium } from '#server/features/credits/queries.ts'
import { grant } from '#server/features/credits/service.ts'
import { insertPhoto } from '#server/features/profiles/photos.ts'
import { createProfile } from '#server/features/profiles/service.ts'
import type { AppContext } from '#server/context.ts'
import { hashToken, newPublicId } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'

interface MemberWishes {
  name: string
  email: string
  gender: Gender
  lookingFor: Gender
  birthDate: string
  country: CountryCode
  region: string
  city: string
  language: Language
  /** Default true: she has opened the link in the mail, without the free credits that come with it. */
  isConfirmed: boolean
  isPremium: boolean
  credits: number
  /** Photos without files, in this order; the first public one is the main photo. */
  photos: ('public' | 'private')[]
  about: string
  relationship: ProfileEdit['relationship']
  bodyType: ProfileEdit['bodyType']
  interests: ProfileEdit['interests']
}

export interface Member {
  userId: number
  profileId: string
  name: string
  email: string
  password: string
  /** Header that sends her session. */
  cookie: string
  sessionHash: Buffer
  /** Public ids of her photos, in the order asked for. */
  photoIds: string[]
}

type World = Pick<AppContext, 'config' | 'db' | 'transaction' | 'clock' | 'sites'>

const password = 'a fine long password'
/** Argon2id of that password, made cheaply: what a test builds, it does not need to guard. */
const passwordHash = '$argon2id$v=19$m=64,t=1,p=1$oME4KF67/g0IvCZuFt5CPg$lCAS0img/YxM96twOhue5Tdt8qSOd4cFbmuaFbZflp0'

let built = 0

/** A member with a session, born 1995, living in Utrecht, unless asked otherwise. Needs the sites: an app was started. */
export async function buildMember(context: World, wishes: Partial<MemberWishes> = {}): Promise<Member> {
  built += 1
  const { gender = 'female', isConfirmed = true, isPremium = false, credits = 0, photos = [] } = wishes
  const { name = `Member ${built}`, email = `member-${built}@example.com` } = wishes
  const site = context.sites.of('localhost')
  const { clock } = context
  const now = clock.now()

  return context.transaction(async (tx) => {
    const userId = await createAccount(context, tx, {
      siteId: site.id,
      email,
      passwordHash,
      language: wishes.language ?? 'en',
      confirmedAt: isConfirmed ? now : null,
    })
    const { publicId: profileId } = await createProfile(context, tx, {
      settings: site.settings,
      userId,
      name,
      gender,
      lookingFor: wishes.lookingFor ?? (gender === 'female' ? 'male' : 'female'),
      birthDate: wishes.birthDate ?? '1995-05-05',
      ...placeOf(context, wishes),
    })
    await saveAbout(tx, { userId, wishes, at: now })
    await insertBalance(tx, userId)
    if (isPremium) await setPremium(tx, { userId, at: now })
    if (credits > 0) await grant({ tx, clock }, { userId, kind: 'demo', ref: 'built', amount: credits })
    const photoIds: string[] = []
    for (const visibility of photos)
      photoIds.push((await insertPhoto(context, tx, { userId, photo: image(), visibility })).id)
    const token = await startSession(context, tx, userId)
    const cookie = `${sessionCookieName(context.config)}=${token}`
    return { userId, profileId, name, email, password, cookie, sessionHash: hashToken(token), photoIds }
  })
}

/** The country's first region stands in for one that does not matter. */
function placeOf(
  { sites }: Pick<AppContext, 'sites'>,
  { country = 'NL', region, city = 'Somewhere' }: Partial<MemberWishes>,
) {
  if (country === 'NL' && !region) return { country, region: 'Utrecht', city: 'Utrecht' }
  const [first = ''] = sites.of('localhost').settings.region_data[country] ?? []
  return { country, region: region ?? first, city }
}

async function saveAbout(tx: Tx, { userId, wishes, at }: { userId: number; wishes: Partial<MemberWishes>; at: Date }) {
  const { about, relationship, bodyType, interests } = wishes
  const edit = {
    ...(about !== undefined && { about }),
    ...(relationship !== undefined && { relationship }),
    ...(bodyType !== undefined && { bodyType }),
    ...(interests !== undefined && { interests }),
  }
  if (Object.keys(edit).length === 0) return
  await tx
    .updateTable('profiles')
    .set({ ...edit, updatedAt: at })
    .where('userId', '=', userId)
    .execute()
}

/** As if it had been uploaded; asking for its files finds none. */
function image() {
  return {
    storageKey: newPublicId(),
    width: 900,
    height: 1200,
    thumbhash: 'IAgCBQA7SXh4iHiXeHf4ZwAAAAAA',
    discard: async () => {},
  }
}
