import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeEmail, getUser, openLink } from '#contract/accounts/calls.ts'
import { NAME_MAX_LENGTH } from '#contract/limits.ts'
import type { Gender } from '#contract/profiles/profile-field-schemas.ts'
import { getMember, getOwnProfile, updateProfile } from '#contract/profiles/calls.ts'
import type { ProfileChange } from '#contract/profiles/schemas.ts'
import { searchMembers } from '#contract/search/calls.ts'
import type { Settings } from '#contract/settings/schemas.ts'
import { changeSettings } from '#server/features/settings/service.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { waitForLock } from '#tests/support/audits/locks.ts'
import { linkToken } from '#tests/support/mails.ts'
import { editProfile } from './service.ts'

// What a member gave at sign-up is corrected (PRO-1, PRO-2, PRO-15): name, date of birth and gender.

let site: TestApp
let viewer: Member

beforeAll(async () => {
  site = await startTestApp({ environment: { TRUST_PROXY: 'true', LOG_LEVEL: 'silent' }, keepsViewers: true })
  viewer = await buildMember(site.context, { gender: 'male' })
})
afterAll(() => site.close())

const save = (member: Member, body: ProfileChange) => site.call(updateProfile, { body }, member)
const profileOf = async (member: Member) => (await site.call(getOwnProfile, {}, member)).reply?.profile
const emailOf = async (member: Member) => (await site.call(getUser, {}, member)).reply?.user?.email

async function search(gender: Gender, [minAge, maxAge]: [number, number]) {
  const query = { gender, country: 'NL' as const, minAge, maxAge }
  const { reply } = await site.call(searchMembers, { query }, viewer)
  return { ids: reply?.results.map(({ id }) => id) ?? [], count: reply?.numResults }
}

/** Returns the stored counts and those of a full count, by place, gender and month or year of birth. */
async function counts() {
  const { db } = site.context
  const stored = await sql`select country, gender, region, born_in, n::int from member_counts where n <> 0
    order by 1, 2, 3, 4`.execute(db)
  const counted = await sql`
    select s.country, s.gender, cell.region, period.born_in, count(*)::int as n
    from profile_search s
    cross join lateral (values (''), (s.region)) cell (region)
    cross join lateral (values (birth_month(s.birth_date)), (-(birth_month(s.birth_date) / 12))) period (born_in)
    where s.visible and not s.is_fictional group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(db)
  return { stored: stored.rows, counted: counted.rows }
}

describe('a corrected gender or date of birth', () => {
  test('is found as the new one and no longer as the old one, and all counts follow', async () => {
    const member = await buildMember(site.context, { gender: 'female', birthDate: '1990-02-03' })
    const { count = 0 } = await search('female', [36, 36])
    expect((await save(member, { birthDate: '1980-02-03' })).reply?.profile.birthDate).toBe('1980-02-03')
    expect(await search('female', [36, 36])).toEqual({ ids: [], count: count - 1 })
    expect((await search('female', [46, 46])).ids).toEqual([member.profileId])

    expect((await save(member, { gender: 'male' })).reply?.profile.gender).toBe('male')
    expect((await search('female', [46, 46])).ids).toEqual([])
    expect(await search('male', [46, 46])).toEqual({ ids: [member.profileId], count: 1 })

    await save(member, { gender: 'female', country: 'FR', region: 'Bretagne', city: 'Rennes' })
    expect((await search('male', [46, 46])).ids).toEqual([])
    const { reply } = await site.call(getMember, { params: { profileId: member.profileId } }, viewer)
    expect(reply?.member).toMatchObject({ gender: 'female', age: 46, country: 'FR' })
    const { stored, counted } = await counts()
    expect(stored).toEqual(counted)
  })

  test('counts once when requests change both at the same time', async () => {
    const member = await buildMember(site.context)
    const changes = Array.from({ length: 8 }, (_, each) =>
      each % 2 ? { gender: 'male' as const } : { birthDate: `197${each}-05-06`, gender: 'female' as const },
    )
    const answers = await Promise.all(changes.map((change) => save(member, change)))
    // One of the four dates is stored; the others come too late, with all that they change.
    const statuses = Map.groupBy(answers, ({ status }) => status)
    expect([statuses.get(200)?.length, statuses.get(409)?.length]).toEqual([5, 3])
    const { stored, counted } = await counts()
    expect(stored).toEqual(counted)
  })
})

describe('a corrected date of birth', () => {
  const tooYoung = (field: string, min_age: number) => ({
    status: 422,
    error: { fields: { [field]: { code: 'profiles.too_young', params: { min_age } } } },
  })

  async function withSettings(settings: Partial<Settings>, run: () => Promise<void>) {
    const { id, settings: before } = site.context.sites.of('localhost')
    const old = Object.fromEntries(Object.keys(settings).map((key) => [key, before[key as keyof Settings]]))
    await changeSettings(site.context, { siteId: id, settings })
    await site.context.events.drain()
    try {
      await run()
    } finally {
      await changeSettings(site.context, { siteId: id, settings: old })
      await site.context.events.drain()
    }
  }

  test('gives the minimum age also where the day begins last, and changes nothing otherwise', async () => {
    const member = await buildMember(site.context)
    const before = await profileOf(member)
    // It is noon in UTC on 15 June 2026, and the first moment of that day in UTC−12.
    expect(await save(member, { birthDate: '2008-06-16', about: 'Hi', gender: 'male' })).toMatchObject(
      tooYoung('birthDate', 18),
    )
    expect(await profileOf(member)).toEqual(before)
    expect((await save(member, { birthDate: '2008-06-15' })).status).toBe(200)
    const other = await buildMember(site.context)
    site.clock.advance(-1)
    expect(await save(other, { birthDate: '2008-06-15' })).toMatchObject(tooYoung('birthDate', 18))
    expect(await save(other, { birthDate: '2008-06-14', name: 'Bea' })).toMatchObject({ status: 200 })
    site.clock.advance(1)
  })

  test('is checked against the country that it is sent with', async () => {
    const member = await buildMember(site.context, { birthDate: '1990-02-03' })
    const france = { country: 'FR', region: 'Bretagne', city: 'Rennes' } as const
    await withSettings({ minimum_ages: { FR: 60 } }, async () => {
      const before = await profileOf(member)
      expect(await save(member, france)).toMatchObject(tooYoung('country', 60))
      expect(await save(member, { ...france, birthDate: '1980-02-03' })).toMatchObject(tooYoung('birthDate', 60))
      expect(await profileOf(member)).toEqual(before)
      expect((await save(member, { ...france, birthDate: '1960-02-03' })).status).toBe(200)
      const resident = await buildMember(site.context, { birthDate: '1960-02-04' })
      expect((await save(resident, france)).status).toBe(200)
      expect(await save(resident, { birthDate: '1980-02-03' })).toMatchObject(tooYoung('birthDate', 60))
      const home = { country: 'NL', region: 'Utrecht', city: 'Utrecht' } as const
      expect((await save(resident, { ...home, birthDate: '1980-02-03' })).status).toBe(200)
    })
  })

  test('is possible once, and a second one changes nothing', async () => {
    const member = await buildMember(site.context, { birthDate: '1990-02-03' })
    expect(await profileOf(member)).toMatchObject({ canCorrectBirthDate: true })
    // Neither what stays the same nor what is rejected uses the correction up.
    expect((await save(member, { birthDate: '1990-02-03', about: 'Hello' })).status).toBe(200)
    expect((await save(member, { birthDate: '2015-02-03' })).status).toBe(422)
    expect(await save(member, { birthDate: '1990-03-02' })).toMatchObject({
      status: 200,
      reply: { profile: { birthDate: '1990-03-02', canCorrectBirthDate: false } },
    })
    for (const birthDate of ['1990-02-03', '1991-03-02', '2015-02-03'])
      expect(await save(member, { birthDate, about: 'Bye' })).toMatchObject({
        status: 409,
        error: { fields: { birthDate: { code: 'profiles.birth_date_corrected' } } },
      })
    expect(await profileOf(member)).toMatchObject({ birthDate: '1990-03-02', about: 'Hello' })
    // A request whose reply was lost is repeated, and the rest of the profile can still be changed.
    expect((await save(member, { birthDate: '1990-03-02', about: 'Hi' })).reply?.profile.about).toBe('Hi')
  })

  test('is not checked where it stays the same', async () => {
    const member = await buildMember(site.context, { birthDate: '1990-02-03' })
    await withSettings({ minimum_ages: { NL: 60 } }, async () => {
      expect((await save(member, { birthDate: '1990-02-03', about: 'Hello' })).status).toBe(200)
      expect(await save(member, { birthDate: '1989-02-03' })).toMatchObject(tooYoung('birthDate', 60))
    })
  })

  test('and a country sent at the same time never end below the minimum age', async () => {
    const france = { country: 'FR', region: 'Bretagne', city: 'Rennes' } as const
    await withSettings({ minimum_ages: { FR: 60 } }, async () => {
      for (let time = 0; time < 6; time += 1) {
        const member = await buildMember(site.context, { birthDate: '1960-02-03' })
        await Promise.all([save(member, france), save(member, { birthDate: '1990-02-03' })])
        const { country, birthDate } = (await profileOf(member)) ?? {}
        expect([country, birthDate]).not.toEqual(['FR', '1990-02-03'])
      }
    })
  })
})

describe('a corrected name', () => {
  const isEmail = { status: 422, error: { fields: { name: { code: 'profiles.name_is_email' } } } }
  let made = 0
  /** Changes of the address are limited for each network address. */
  const change = ({ cookie, password }: Member, email: string) =>
    site.call(
      changeEmail,
      { body: { email, password } },
      { cookie, headers: { 'x-forwarded-for': `10.3.0.${(made += 1)}` } },
    )
  const open = async ({ userId }: Member, template: 'mailChange' | 'mailChangeNotice') =>
    site.call(openLink, { params: { token: await linkToken(site.context, { userId, template }) } })

  test('is shown at once wherever the member is shown', async () => {
    const member = await buildMember(site.context, { name: 'Adna', birthDate: '1950-01-01' })
    expect((await site.call(getUser, {}, member)).reply?.user?.profile.name).toBe('Adna')
    expect((await save(member, { name: ' Anna\u202e\tMaria ' })).reply?.profile.name).toBe('Anna Maria')
    expect((await site.call(getUser, {}, member)).reply?.user?.profile.name).toBe('Anna Maria')
    const query = { gender: 'female', country: 'NL', minAge: 76, maxAge: 76 } as const
    const resultIds = async (from: Member | undefined) =>
      (await site.call(searchMembers, { query }, from)).reply?.results.map(({ name }) => name)
    expect(await resultIds(viewer)).toEqual(['Anna Maria'])
    expect(await resultIds(undefined)).toEqual(['Anna'])
  })

  test('is not the address, in whatever case', async () => {
    const member = await buildMember(site.context, { email: 'anna@example.com' })
    const before = await profileOf(member)
    expect(await save(member, { name: ' ANNA@example.COM', about: 'Hi' })).toMatchObject(isEmail)
    expect(await profileOf(member)).toEqual(before)
  })

  test('is neither an address that waits for its link, nor one that a link can restore', async () => {
    const member = await buildMember(site.context, { email: 'old@example.com' })
    await change(member, 'new@example.com')
    expect(await save(member, { name: 'New@example.com' })).toMatchObject(isEmail)
    expect((await open(member, 'mailChange')).status).toBe(200)
    expect(await save(member, { name: 'old@example.com' })).toMatchObject(isEmail)
    expect((await save(member, { name: 'Olga' })).status).toBe(200)
    expect((await open(member, 'mailChangeNotice')).status).toBe(200)
  })

  test('cannot become the address either', async () => {
    const member = await buildMember(site.context, { name: 'me@example.com' })
    expect(await change(member, 'Me@example.com')).toMatchObject({
      status: 422,
      error: { fields: { email: { code: 'profiles.name_is_email' } } },
    })
  })

  test('and an address requested at the same time are never the same', async () => {
    const member = await buildMember(site.context)
    const { settings } = site.context.sites.of('localhost')
    const email = 'both@example.com'
    let requested: ReturnType<typeof change> | undefined
    await site.context.transaction(async (tx) => {
      await editProfile(site.context, tx, { userId: member.userId, settings, edit: { name: email } })
      requested = change(member, email)
      await waitForLock(site.context)
    })
    expect(await requested).toMatchObject({ status: 422, error: { code: 'profiles.name_is_email' } })
    expect((await profileOf(member))?.name).toBe(email)
    expect(await emailOf(member)).toBe(member.email)
  })

  test('has the length of a name at sign-up, an emoji counting as one character', async () => {
    const member = await buildMember(site.context)
    expect((await save(member, { name: '🦊'.repeat(NAME_MAX_LENGTH) })).status).toBe(200)
    expect((await save(member, { name: '🦊'.repeat(NAME_MAX_LENGTH + 1) })).error?.fields).toMatchObject({
      name: { code: 'profiles.name_length' },
    })
    expect((await save(member, { name: 'Ann\ud800' })).reply?.profile.name).toBe('Ann\ufffd')
  })
})
