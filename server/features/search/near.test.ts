import { describe, expect, test } from 'vitest'
import { NEAR_STEPS_KM } from '#contract/limits.ts'
import { cellOf, centreOf } from '#server/features/profiles/rules.ts'
import { cellsNear } from './near.ts'

const utrecht = cellOf({ latitude: 52.09, longitude: 5.12 })

describe('a cell', () => {
  test('is the same for all positions within half a degree', () => {
    expect(cellOf({ latitude: 52.001, longitude: 5.001 })).toBe(utrecht)
    expect(cellOf({ latitude: 52.499, longitude: 5.499 })).toBe(utrecht)
    expect(cellOf({ latitude: 52.5, longitude: 5.1 })).not.toBe(utrecht)
    expect(centreOf(utrecht)).toEqual({ latitude: 52.25, longitude: 5.25 })
  })

  test.each([
    [-90, -180],
    [90, 180],
    [0, 180],
    [89.99, 179.99],
    [-33.9, 151.2],
  ])('of %d, %d is one of the map, and its middle is in it', (latitude, longitude) => {
    const cell = cellOf({ latitude, longitude })
    expect(cell).toBeGreaterThanOrEqual(0)
    expect(cell).toBeLessThan(360 * 720)
    expect(cellOf(centreOf(cell))).toBe(cell)
  })

  test('of the 180th meridian is the same from both sides', () => {
    expect(cellOf({ latitude: 10, longitude: 180 })).toBe(cellOf({ latitude: 10, longitude: -180 }))
  })
})

describe('the cells near a cell', () => {
  test('have it and its neighbours, each once, with one of the steps', () => {
    const cells = cellsNear(utrecht, 100)
    const keys = cells.map(({ cell }) => cell)
    expect(new Set(keys).size).toBe(keys.length)
    expect(cells.find(({ cell }) => cell === utrecht)?.distanceKm).toBe(50)
    expect(cells.map(({ distanceKm }) => distanceKm).every((km) => km === 50 || km === 100)).toBe(true)
    expect(keys).toContain(cellOf({ latitude: 52.37, longitude: 4.9 }))
    expect(keys).not.toContain(cellOf({ latitude: 48.85, longitude: 2.35 }))
  })

  test('cross the 180th meridian', () => {
    const keys = cellsNear(cellOf({ latitude: -17, longitude: 179.9 }), 100).map(({ cell }) => cell)
    expect(keys).toContain(cellOf({ latitude: -17, longitude: -179.9 }))
  })

  test.each([0, 45, 60, 70, -89.9])('at latitude %d are few enough for one search', (latitude) => {
    for (const km of NEAR_STEPS_KM) {
      const cells = cellsNear(cellOf({ latitude, longitude: 10 }), km)
      expect(cells.length).toBeGreaterThan(0)
      expect(cells.length).toBeLessThan(1500)
    }
  })
})
