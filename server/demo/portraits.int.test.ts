import { hash } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { Images } from '#server/platform/images/images.ts'
import { demoPeople } from './members.ts'
import { portraitPerson } from './people.ts'
import { composePortrait, renderPortrait } from './portraits.ts'
import { BACKDROPS, renderBackdrop } from './portraits/backdrops.ts'
import { visibleTraitsOf, renderFigure } from './portraits/people.ts'

const ada = { seed: 'ada', gender: 'female', age: 31 } as const

test('the same portrait has the same bytes, another variant differs', async () => {
  const first = await renderPortrait({ person: ada, variant: 0 })
  expect(await renderPortrait({ person: ada, variant: 0 })).toEqual(first)
  expect(await renderPortrait({ person: ada, variant: 1 })).not.toEqual(first)
  expect(await sharp(first).metadata()).toMatchObject({ format: 'jpeg', width: 600, height: 800 })
})

test('no two photos of the demo are the same, and no two faces are the same', () => {
  const people = demoPeople({ clock: { now: () => new Date('2026-06-01') } }, { members: 2000 })
  const photos = people.flatMap((person) =>
    person.photos.map((_, variant) => {
      const { backdrop, scene } = composePortrait({ person: portraitPerson(person), variant })
      return hash('sha256', scene(String(backdrop)))
    }),
  )
  expect(photos.length).toBeGreaterThan(3500)
  expect(new Set(photos).size).toBe(photos.length)
  // In the same clothes and mood, too.
  const faces = people.map((person) => renderFigure(portraitPerson(person), 0))
  expect(new Set(faces).size).toBe(people.length)
})

test('a profile says of hair, eyes and body what its portraits show', () => {
  const people = demoPeople({ clock: { now: () => new Date('2026-06-01') } }, { members: 300 })
  for (const person of people) {
    const traits = visibleTraitsOf(portraitPerson(person))
    for (const name of ['hairColour', 'eyeColour', 'bodyType'] as const)
      expect([null, traits[name]]).toContain(person[name])
  }
  expect(people.some(({ hairColour }) => hairColour === 'grey')).toBe(true)
})

test('people of both genders are drawn at any age, and every backdrop is valid SVG', async () => {
  for (const gender of ['female', 'male'] as const) {
    for (let age = 18; age < 90; age += 1) {
      expect(renderFigure({ seed: `${age}`, gender, age }, 0)).not.toMatch(/NaN|undefined/)
    }
  }
  for (let number = 0; number < BACKDROPS; number += 5) {
    const { width } = await sharp(Buffer.from(renderBackdrop(number, { width: 30, height: 40 }))).metadata()
    expect(width).toBe(30)
  }
})

test('portraits are accepted by the pipeline of uploads', async () => {
  const images = new Images({ log: { info: () => {}, warn: expect.fail }, timeoutMs: 50_000 })
  const { sizes, preview } = await images.process(await renderPortrait({ person: ada, variant: 0 }))
  expect(sizes.tile).toMatchObject({ width: 480, height: 640 })
  expect(preview).not.toBe('')
  await images.close()
})
