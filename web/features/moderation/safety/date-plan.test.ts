import { expect, test, vi } from 'vitest'
import { handOver, instantOf, readPlan } from './date-plan.ts'

function formOf(fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

test('a plan is complete with all four parts, without spaces around them', () => {
  const { plan, missing } = readPlan(formOf({ who: ' Bob ', day: '2026-11-28', time: '19:30', place: 'Café' }))
  expect(plan).toEqual({ who: 'Bob', day: '2026-11-28', time: '19:30', place: 'Café' })
  expect(missing).toEqual([])
})

test('empty and missing parts are named', () => {
  expect(readPlan(formOf({ who: '  ', day: '2026-11-28' })).missing).toEqual(['who', 'time', 'place'])
})

test('day and time are shown as they were entered', () => {
  expect(instantOf({ day: '2026-11-28', time: '19:30' }).toISOString()).toBe('2026-11-28T19:30:00.000Z')
})

type Hand = (data?: unknown) => Promise<void>

const failing = (name: string) => vi.fn<Hand>(() => Promise.reject(new DOMException('no', name)))
const working = () => vi.fn<Hand>(() => Promise.resolve())

test('the share menu comes before the clipboard', async () => {
  const [share, writeText] = [working(), working()]
  expect(await handOver('Text', { share, clipboard: { writeText } })).toBe('shared')
  expect(share).toHaveBeenCalledWith({ text: 'Text' })
  expect(writeText).not.toHaveBeenCalled()
})

test('a share menu that was closed copies nothing', async () => {
  const writeText = working()
  expect(await handOver('Text', { share: failing('AbortError'), clipboard: { writeText } })).toBe('cancelled')
  expect(writeText).not.toHaveBeenCalled()
})

test.each([
  ['no share menu', {}],
  ['a share menu that fails', { share: failing('NotAllowedError') }],
])('with %s the text is copied', async (_, device) => {
  const writeText = working()
  expect(await handOver('Text', { ...device, clipboard: { writeText } })).toBe('copied')
  expect(writeText).toHaveBeenCalledWith('Text')
})

test('without a clipboard, or with a closed one, it is left to the member', async () => {
  expect(await handOver('Text', {})).toBe('by-hand')
  expect(await handOver('Text', { clipboard: { writeText: failing('NotAllowedError') } })).toBe('by-hand')
})
