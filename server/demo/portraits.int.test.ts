import sharp from 'sharp'
import { expect, test } from 'vitest'
import { Images } from '#server/platform/images/images.ts'
import { renderPortrait } from './portraits.ts'
import { BACKDROPS, renderBackdrop } from './portraits/backdrops.ts'
import { renderFigure } from './portraits/people.ts'

const ada = { seed: 'ada', gender: 'female', age: 31 } as const

test('the same portrait has the same bytes, another variant differs', async () => {
  const first = await renderPortrait({ person: ada, variant: 0 })
  expect(await renderPortrait({ person: ada, variant: 0 })).toEqual(first)
  expect(await renderPortrait({ person: ada, variant: 1 })).not.toEqual(first)
  expect(await sharp(first).metadata()).toMatchObject({ format: 'jpeg', width: 600, height: 800 })
})

test('faces differ by person and gender', () => {
  const faces = Array.from({ length: 100 }, (_, n) => renderFigure({ ...ada, seed: `person ${n}` }, 0).svg)
  expect(new Set(faces).size).toBe(100)
  expect(renderFigure({ ...ada, gender: 'male' }, 0).svg).not.toBe(renderFigure(ada, 0).svg)
})

test('every style renders both genders at any age, and every backdrop is valid SVG', async () => {
  for (const style of ['notionist', 'peep', 'micah'] as const) {
    for (const gender of ['female', 'male'] as const) {
      for (let age = 18; age < 80; age += 1) renderFigure({ seed: `${style} ${age}`, gender, age, style }, 0)
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
