import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blockProfile } from '#contract/moderation/calls.ts'
import { ANSWER_MAX_LENGTH, NAME_MAX_LENGTH } from '#contract/limits.ts'
import { getMember, getOwnProfile, updateProfile } from '#contract/profiles/calls.ts'
import type { ProfileEdit } from '#contract/profiles/schemas.ts'
import { searchMembers } from '#contract/search/calls.ts'
import type { Settings } from '#contract/settings/schemas.ts'
import { changeSettings } from '#server/features/settings/service.ts'
import { DAY, MINUTE } from '#contract/time.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'

let fixture: TestApp
let anna: Member
let free: Member
let premium: Member

beforeAll(async () => {
  fixture = await startTestApp()
  anna = await buildMember(fixture.context, {
    name: 'Anna Maria',
    birthDate: '1996-06-16',
    about: 'Likes the sea.',
    relationship: 'single',
    interests: ['beach'],
    photos: ['public', 'public', 'private'],
  })
  free = await buildMember(fixture.context, { gender: 'male' })
  premium = await buildMember(fixture.context, { gender: 'male', isPremium: true })
})
afterAll(() => fixture.close())

function open(profileId: string, viewer?: Member) {
  return fixture.call(getMember, { params: { profileId } }, viewer)
}

describe('a member’s profile', () => {
  test('shows a free member the main photo, and locks that reveal nothing about the others', async () => {
    await fixture.context.db
      .updateTable('photos')
      .set({ preview: sql`public_id` })
      .where('userId', '=', anna.userId)
      .execute()
    const { reply } = await open(anna.profileId, free)
    const [main, second, third] = anna.photoIds
    const lock = { width: 240, height: 320, preview: expect.any(String), isLocked: true }
    expect(reply?.member).toMatchObject({
      id: anna.profileId,
      name: 'Anna Maria',
      age: 29,
      city: 'Utrecht',
      about: 'Likes the sea.',
      interests: ['beach'],
      relationship: 'single',
      lookingFor: 'male',
      isBlocked: false,
      photoLock: 'premium',
      photo: {
        id: main,
        isLocked: false,
      },
      photos: [
        {
          id: main,
          width: 900,
          height: 1200,
          isLocked: false,
        },
        {
          id: second,
          ...lock,
        },
        {
          id: third,
          ...lock,
        },
      ],
    })
    const [, ofPublic, ofPrivate] = reply?.member.photos ?? []
    // Only the way to open them differs (PRO-6).
    expect({ ...ofPublic, id: '', key: '' }).toEqual({ ...ofPrivate, id: '', key: '' })
  })

  test('shows all photos to a premium member and to the owner', async () => {
    for (const viewer of [premium, anna]) {
      const { reply } = await open(anna.profileId, viewer)
      expect(reply?.member.photos.map(({ id, isLocked }) => ({ id, isLocked }))).toEqual(
        anna.photoIds.map((id) => ({ id, isLocked: false })),
      )
      expect(reply?.member.photoLock).toBeNull()
    }
  })

  test('shows a visitor first name, age, region and one photo', async () => {
    const { reply } = await open(anna.profileId)
    expect(reply?.member).toEqual({
      id: anna.profileId,
      name: 'Anna',
      age: 29,
      gender: 'female',
      country: 'NL',
      region: 'Utrecht',
      city: null,
      photo: expect.objectContaining({
        id: anna.photoIds[0],
        isLocked: false,
      }),
      photos: [
        expect.objectContaining({
          id: anna.photoIds[0],
          isLocked: false,
        }),
      ],
      isOnline: false,
      isLiked: false,
      isMatch: false,
      lastSeen: null,
      answersOften: false,
      isReserved: false,
      isFictional: false,
      isVerified: false,
      isBlocked: false,
      photoLock: 'login',
      photoRequest: 'none',
      about: null,
      lookingFor: null,
      relationship: null,
      sexuality: null,
      bodyType: null,
      hairColour: null,
      eyeColour: null,
      tattoos: null,
      reason: null,
      intention: null,
      answers: [],
      interests: [],
    })
  })

  test('shows a visitor no lock when there are no more photos', async () => {
    const member = await buildMember(fixture.context, { photos: ['public'] })
    const { reply } = await open(member.profileId)
    expect(reply?.member.photoLock).toBeNull()
  })

  test('requires a log-in where the site is closed to visitors', async () => {
    await setLoggedOutSearch('none')
    try {
      const { status, error } = await open(anna.profileId)
      expect(status).toBe(403)
      expect(error?.code).toBe('authentication_required')
      expect((await open(anna.profileId, free)).status).toBe(200)
    } finally {
      await setLoggedOutSearch('all')
    }
  })

  test('is open to a visitor of a known campaign where the site is closed to others', async () => {
    const siteId = fixture.context.sites.of('localhost').id
    await changeSettings(fixture.context, { siteId, settings: { traffic_sources: ['adnet'] } })
    await setLoggedOutSearch('none')
    const openFrom = (cookie: string) =>
      fixture.call(getMember, { params: { profileId: anna.profileId } }, { headers: { cookie } })
    try {
      expect((await openFrom('traffic_source=network%3Dadnet')).status).toBe(200)
      expect((await openFrom('traffic_source=network%3Dother')).status).toBe(403)
    } finally {
      await setLoggedOutSearch('all')
    }
  })

  test('cannot be moved to a country where the member is too young', async () => {
    const siteId = fixture.context.sites.of('localhost').id
    await changeSettings(fixture.context, { siteId, settings: { minimum_ages: { FR: 60 } } })
    await fixture.context.events.drain()
    try {
      const member = await buildMember(fixture.context, { country: 'NL', region: 'Utrecht' })
      const { reply } = await fixture.call(getOwnProfile, {}, member)
      if (!reply) throw new Error('the member has no profile')
      const { lookingFor, about, relationship, bodyType, interests } = reply.profile
      const place = { country: 'FR' as const, region: 'Bretagne', city: 'Rennes' }
      const body = { ...place, lookingFor, about, relationship, bodyType, interests }
      expect(await fixture.call(updateProfile, { body }, member)).toMatchObject({
        status: 422,
        error: { fields: { country: { code: 'profiles.too_young', params: { min_age: 60 } } } },
      })
    } finally {
      await changeSettings(fixture.context, { siteId, settings: { minimum_ages: {} } })
      await fixture.context.events.drain()
    }
  })

  test('shows a member as online for a few minutes', async () => {
    const member = await buildMember(fixture.context)
    expect((await open(member.profileId, free)).reply?.member.isOnline).toBe(true)
    fixture.clock.advance(6 * MINUTE)
    expect((await open(member.profileId, free)).reply?.member.isOnline).toBe(false)
  })

  test('shows the new age on the birthday', async () => {
    const member = await buildMember(fixture.context, { birthDate: '1996-06-16' })
    expect((await open(member.profileId, free)).reply?.member.age).toBe(29)
    fixture.clock.advance(DAY)
    expect((await open(member.profileId, free)).reply?.member.age).toBe(30)
  })

  test('is visible before the email is confirmed', async () => {
    const member = await buildMember(fixture.context, { isConfirmed: false })
    expect((await open(member.profileId, free)).status).toBe(200)
  })

  test.each(['disabledAt', 'deletedAt'] as const)('looks like an unknown one when %s is set', async (column) => {
    const member = await buildMember(fixture.context)
    await fixture.context.db
      .updateTable('users')
      .set({ [column]: new Date() })
      .where('id', '=', member.userId)
      .execute()
    const unknown = await open('00000000000000', free)
    const answer = await open(member.profileId, free)
    expect(answer.status).toBe(404)
    expect({ ...answer.error, requestId: '' }).toEqual({ ...unknown.error, requestId: '' })
    expect(answer.error?.code).toBe('profiles.not_found')
  })

  test('is closed to a blocked member, and open without photos to the blocking one', async () => {
    const evert = await buildMember(fixture.context, { gender: 'male', name: 'Evert' })
    const dora = await buildMember(fixture.context, { name: 'Dora', photos: ['public', 'private'], about: 'Hello' })
    await fixture.call(blockProfile, { params: { profileId: dora.profileId } }, evert)

    const blocked = await open(evert.profileId, dora)
    expect(blocked.status).toBe(403)
    expect(blocked.error).toMatchObject({ code: 'moderation.blocked', params: { name: 'Evert' } })

    const { reply } = await open(dora.profileId, evert)
    expect(reply?.member).toMatchObject({
      isBlocked: true,
      name: 'Dora',
      photo: null,
      photos: [],
      about: null,
      isOnline: false,
    })
  })

  test('rejects a malformed id', async () => {
    expect((await open('x', free)).error?.code).toBe('request.invalid')
  })
})

describe('the own profile', () => {
  const edit: ProfileEdit = {
    name: 'Bea',
    birthDate: '1990-02-03',
    gender: 'female',
    country: 'FR',
    region: 'Bretagne',
    city: 'Rennes',
    lookingFor: 'both',
    about: 'Bonjour',
    relationship: 'single',
    sexuality: 'bi',
    bodyType: 'slim',
    hairColour: 'grey',
    eyeColour: 'hazel',
    tattoos: 'few',
    reason: 'dating',
    intention: 'casual',
    answers: [
      { prompt: 'learning', text: 'L’italien' },
      { prompt: 'first_date', text: 'Un café' },
    ],
    interests: ['music', 'cooking'],
  }

  test('has all fields, and the photos in their order', async () => {
    const { reply } = await fixture.call(getOwnProfile, {}, anna)
    expect(reply?.profile).toMatchObject({
      id: anna.profileId,
      birthDate: '1996-06-16',
      photoLimit: 3,
      about: 'Likes the sea.',
    })
    expect(reply?.profile.photos.map(({ id, isMain, visibility }) => ({ id, isMain, visibility }))).toEqual([
      { id: anna.photoIds[0], isMain: true, visibility: 'public' },
      { id: anna.photoIds[1], isMain: false, visibility: 'public' },
      { id: anna.photoIds[2], isMain: false, visibility: 'private' },
    ])
    expect((await fixture.call(getOwnProfile, {}, premium)).reply?.profile.photoLimit).toBe(25)
  })

  test('changes only the given fields', async () => {
    const member = await buildMember(fixture.context, { about: 'Likes rain.', bodyType: 'slim' })
    const { reply } = await fixture.call(updateProfile, { body: { eyeColour: 'blue', reason: 'chatting' } }, member)
    expect(reply?.profile).toMatchObject({
      about: 'Likes rain.',
      bodyType: 'slim',
      eyeColour: 'blue',
      reason: 'chatting',
      region: 'Utrecht',
    })
  })

  test('changes a place only as a whole', async () => {
    const { error } = await fixture.call(updateProfile, { body: { region: 'Bretagne' } }, anna)
    expect(error?.fields).toEqual({ region: { code: 'profiles.place_incomplete' } })
  })

  test('can be changed, and is found by its new place', async () => {
    const member = await buildMember(fixture.context)
    const { reply } = await fixture.call(updateProfile, { body: edit }, member)
    expect(reply?.profile).toMatchObject(edit)
    const inBrittany = await fixture.call(
      searchMembers,
      { query: { gender: 'female', country: 'FR', region: 'Bretagne', minAge: 18, maxAge: 99 } },
      free,
    )
    expect(inBrittany.reply?.results.map(({ id }) => id)).toContain(member.profileId)
  })

  test('can be without a town, as at the sign-up', async () => {
    const member = await buildMember(fixture.context)
    for (const city of [' ', ''])
      expect(await fixture.call(updateProfile, { body: { ...edit, city } }, member)).toMatchObject({
        status: 200,
        reply: { profile: { ...edit, city: '' } },
      })
  })

  test('requires a session', async () => {
    expect((await fixture.call(getOwnProfile, {})).error?.code).toBe('authentication_required')
    const answer = await fixture.call(updateProfile, { body: edit })
    expect(answer.error?.code).toBe('authentication_required')
  })

  test.each([
    [{ region: 'Atlantis' }, 'profiles.region_unknown', 'region'],
    [{ name: '@bea' }, 'profiles.name_starts_with_at', 'name'],
    [{ name: '\ud800' }, 'profiles.name_length', 'name'],
    [{ name: '\u202e \0' }, 'profiles.name_length', 'name'],
    [{ name: 'x'.repeat(NAME_MAX_LENGTH + 1) }, 'profiles.name_length', 'name'],
    [{ birthDate: '' }, 'profiles.birth_date_required', 'birthDate'],
    [{ birthDate: '1990-02-30' }, 'profiles.birth_date_invalid', 'birthDate'],
    [{ birthDate: '1890-02-03' }, 'profiles.birth_date_invalid', 'birthDate'],
    [{ birthDate: '2030-02-03' }, 'profiles.birth_date_invalid', 'birthDate'],
    [{ birthDate: '2010-06-16' }, 'profiles.too_young', 'birthDate'],
    [{ gender: 'both' }, 'request.invalid', 'gender'],
    [{ city: 'x'.repeat(81) }, 'profiles.text_too_long', 'city'],
    [{ interests: ['sleeping through'] }, 'request.invalid', 'interests'],
    [{ interests: ['music', 'music'] }, 'request.invalid', 'interests'],
  ])('rejects %o with %s at %s and changes nothing', async (change, code, field) => {
    const before = await fixture.call(getOwnProfile, {}, anna)
    const answer = await fixture.app.inject({
      method: 'PATCH',
      url: '/api/profile',
      headers: { cookie: anna.cookie },
      payload: {
        ...edit,
        ...change,
      },
    })
    expect(answer.json().error).toMatchObject({ code, fields: { [field]: { code } } })
    expect((await fixture.call(getOwnProfile, {}, anna)).reply).toEqual(before.reply)
  })

  test('has up to three answers of 150 characters, an emoji counting as one, in the member’s order', async () => {
    const member = await buildMember(fixture.context)
    const save = (answers: unknown) =>
      fixture.call(updateProfile, { body: { answers: answers as ProfileEdit['answers'] } }, member)
    const written = [
      { prompt: 'green_flag', text: '🦊'.repeat(ANSWER_MAX_LENGTH) },
      { prompt: 'learning', text: ' Italian\nand cooking ' },
      { prompt: 'first_date', text: 'A café' },
    ]
    const stored = written.map((each) => (each.prompt === 'learning' ? { ...each, text: 'Italian and cooking' } : each))
    expect((await save(written)).reply?.profile.answers).toEqual(stored)
    expect((await open(member.profileId, premium)).reply?.member.answers).toEqual(stored)
    const [first] = written
    const rejected = async (answers: unknown) => (await save(answers)).error?.fields
    expect(await rejected([{ prompt: 'learning', text: 'x'.repeat(ANSWER_MAX_LENGTH + 1) }])).toEqual({
      answers: { code: 'profiles.text_too_long' },
    })
    expect(await rejected([first, { prompt: 'learning', text: '  ' }])).toEqual({
      answers: { code: 'profiles.answer_required' },
    })
    expect(await rejected([first, first])).toEqual({ answers: { code: 'request.invalid' } })
    expect(await rejected([...written, { prompt: 'best_trip', text: 'Rome' }])).toEqual({
      answers: { code: 'request.invalid' },
    })
    expect(await rejected([{ prompt: 'shoe_size', text: '42' }])).toEqual({
      answers: { code: 'request.invalid' },
    })
    expect((await save([])).reply?.profile.answers).toEqual([])
  })

  test('with 40,000 interests is rejected', async () => {
    const interests = Array.from({ length: 40_000 }, () => 'art' as const)
    const answer = await fixture.call(updateProfile, { body: { ...edit, interests } }, anna)
    expect([answer.status, answer.error?.fields]).toEqual([400, { interests: { code: 'request.invalid' } }])
  })

  test('stays readable when more was stored than the contract allows', async () => {
    const member = await buildMember(fixture.context)
    const interests = [...Array.from({ length: 40_000 }, () => 'art'), 'juggling', 'music']
    const answers = ['removed', 'learning', 'first_date', 'green_flag', 'best_trip'].map((prompt) => ({
      prompt,
      text: 'x'.repeat(200),
    }))
    const stored = { interests, about: 'x'.repeat(20_000), region: 'y'.repeat(1000) }
    const row = { ...stored, answers: JSON.stringify(answers) }
    await fixture.context.db.updateTable('profiles').set(row).where('userId', '=', member.userId).execute()
    const expected = { ...stored, interests: ['art', 'music'], answers: answers.slice(1, 4) }
    expect((await fixture.call(getOwnProfile, {}, member)).reply?.profile).toMatchObject(expected)
    expect((await open(member.profileId, premium)).reply?.member).toMatchObject(expected)
  })

  test('has up to 2,000 characters about the member, an emoji counting as one', async () => {
    const member = await buildMember(fixture.context)
    const save = (about: string) => fixture.call(updateProfile, { body: { ...edit, about } }, member)
    expect((await save('🦊'.repeat(2000))).status).toBe(200)
    expect((await save('🦊'.repeat(2001))).error?.fields).toEqual({ about: { code: 'profiles.text_too_long' } })
  })

  test('rejects a change sent by a page of another site', async () => {
    const answer = await fixture.call(
      updateProfile,
      { body: edit },
      { cookie: anna.cookie, headers: { 'sec-fetch-site': 'cross-site' } },
    )
    expect(answer.error?.code).toBe('request.forbidden_origin')
  })
})

async function setLoggedOutSearch(logged_out_search: 'all' | 'none') {
  await changeSettings(fixture.context, {
    siteId: fixture.context.sites.of('localhost').id,
    settings: { logged_out_search },
  })
  await fixture.context.events.drain()
}

describe('a site with a choice of fields and interests', () => {
  const set = async (settings: Parameters<typeof changeSettings>[1]['settings']) => {
    await changeSettings(fixture.context, { siteId: fixture.context.sites.of('localhost').id, settings })
    await fixture.context.events.drain()
  }
  let before: Settings

  beforeAll(async () => {
    before = fixture.context.sites.of('localhost').settings
    await set({ visible_profile_fields: ['eye_colour'], interests: ['music', 'art'] })
  })
  afterAll(() => set(before))

  test('shows only those fields of a profile', async () => {
    const member = await buildMember(fixture.context, {
      about: 'Likes rain.',
      eyeColour: 'blue',
      bodyType: 'slim',
      interests: ['music'],
      intention: 'casual',
      answers: [{ prompt: 'learning', text: 'Italian' }],
    })
    const { reply } = await open(member.profileId, premium)
    const hidden = { bodyType: null, about: null, interests: [], intention: null, answers: [] }
    expect(reply?.member).toMatchObject({ eyeColour: 'blue', ...hidden })
  })

  test('rejects interests that it does not offer, except those a member already has', async () => {
    const member = await buildMember(fixture.context, { interests: ['yoga'] })
    const save = (interests: ProfileEdit['interests']) => fixture.call(updateProfile, { body: { interests } }, member)
    expect((await save(['yoga', 'art'])).reply?.profile.interests).toEqual(['yoga', 'art'])
    const { status, error } = await save(['art', 'gym'])
    expect([status, error?.fields]).toEqual([422, { interests: { code: 'profiles.interest_unknown' } }])
  })
})
