import { expect, test } from 'vitest'
import { disclaimerFor, trackingScriptFor } from './site-rules.ts'

test('the disclaimer of a visitor is that of language and country, else of the language', () => {
  const disclaimers = { nl: 'Speel bewust.', 'nl-BE': 'Speel met mate.', 'en-US': 'Adults only.' }
  const of = (language: string, country: string) => disclaimerFor({ disclaimers }, { language, country })
  expect(of('nl', 'BE')).toBe('Speel met mate.')
  expect(of('nl', 'NL')).toBe('Speel bewust.')
  expect(of('en', 'US')).toBe('Adults only.')
  expect(of('en', 'GB')).toBeNull()
})

test('the tracking script is for visitors of landing pages that show no member', () => {
  const settings = { tracking_script: 'https://stats.example/s.js' }
  const isTracked = (path: string, isMember = false) => trackingScriptFor(settings, { path, isMember }) !== ''
  expect(isTracked('/landers/gallery')).toBe(true)
  for (const path of ['/', '/members', '/members/abc/landing', '/chats', '/landers', '/signup', '/terms'])
    expect(isTracked(path)).toBe(false)
  expect(isTracked('/landers/gallery', true)).toBe(false)
  expect(trackingScriptFor({ tracking_script: '' }, { path: '/landers/gallery', isMember: false })).toBe('')
})
