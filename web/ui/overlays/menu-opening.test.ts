import { describe, expect, test } from 'vitest'
import { isTriggerPress, openedByKey, openedByPress } from './menu-opening.ts'

test('a click without a pointer comes from the keyboard', () => {
  expect(openedByPress({ detail: 0 })).toBe('keyboard')
  expect(openedByPress({ detail: 1 })).toBe('pointer')
})

test.each([
  ['ArrowDown', 'keyboard'],
  ['ArrowUp', 'keyboard'],
  ['ArrowLeft', null],
  ['Enter', null],
  ['a', null],
])('the key %s opens a menu by: %s', (key, openedBy) => {
  expect(openedByKey({ key })).toBe(openedBy)
})

describe('a close request', () => {
  const icon = {} as Node
  const trigger = { contains: (node: Node | null) => node === icon }

  test('from inside the trigger is the trigger’s own press', () => {
    expect(isTriggerPress({ reason: 'outside-press', target: icon, trigger })).toBe(true)
  })

  test('from elsewhere closes the menu', () => {
    expect(isTriggerPress({ reason: 'outside-press', target: {} as Node, trigger })).toBe(false)
    expect(isTriggerPress({ reason: 'escape-key', target: null, trigger })).toBe(false)
  })

  test('from a chosen item closes the menu, wherever the focus is', () => {
    expect(isTriggerPress({ reason: 'item-press', target: icon, trigger })).toBe(false)
  })

  test('without a trigger closes the menu', () => {
    expect(isTriggerPress({ reason: 'outside-press', target: icon, trigger: null })).toBe(false)
  })
})
