import { describe, expect, test } from 'vitest'
import type { User } from '#contract/accounts/schemas.ts'
import {
  redirectFromConsentPage,
  redirectFromMemberPage,
  redirectFromSearch,
  redirectFromVisitorPage,
  redirectFromPausedPage,
} from './access.ts'

// Only its presence and the consent matter.
const member = { needs_consent: false, is_paused: false } as User
const askedMember = { needs_consent: true } as User

const pausedMember = { needs_consent: false, is_paused: true } as User

const page = (path: string) => new URL(path, 'http://localhost')

const site = (logged_out_search: 'all' | 'none', hasTrafficSource = false) => ({
  settings: { logged_out_search, logged_out_search_trafficsource: 'all' as const },
  hasTrafficSource,
})

describe('a member whose account is paused', () => {
  test('is sent from the pages for members to the way back, except from those about the member alone', () => {
    for (const path of ['', '/likes', '/chats/x', '/notifications2'])
      expect(redirectFromMemberPage(pausedMember, page(path))).toBe('/paused')
    for (const path of ['/notifications', '/profile', '/transactions/x', '/decisions'])
      expect(redirectFromMemberPage(pausedMember, page(path))).toBeNull()
  })

  test('stays on the way back, which others do not see', () => {
    expect(redirectFromPausedPage(pausedMember)).toBeNull()
    expect(redirectFromPausedPage(member)).toBe('/members')
    expect(redirectFromPausedPage(null)).toBe('/login')
  })
})

describe('a visitor', () => {
  test('stays on the pages for visitors', () => {
    expect(redirectFromVisitorPage(null)).toBeNull()
  })

  test('is sent from the pages for members to the log-in, which leads back', () => {
    expect(redirectFromMemberPage(null)).toBe('/login')
    expect(redirectFromMemberPage(null, page('/likes/visitors?page=2'))).toBe(
      '/login?to=%2Flikes%2Fvisitors%3Fpage%3D2',
    )
  })

  test('is sent from the search to the log-in where the site closes it', () => {
    expect(redirectFromSearch(null, site('none'))).toBe('/login')
    expect(redirectFromSearch(null, { ...site('none'), page: page('/members') })).toBe('/login')
    expect(redirectFromSearch(null, { ...site('none'), page: page('/members/x') })).toBe('/login?to=%2Fmembers%2Fx')
    expect(redirectFromSearch(null, site('none', true))).toBeNull()
  })

  test('stays on the search where the site opens it', () => {
    expect(redirectFromSearch(null, site('all'))).toBeNull()
  })
})

describe('a member', () => {
  test('is sent from the pages for visitors to the member search', () => {
    expect(redirectFromVisitorPage(member)).toBe('/members')
    expect(redirectFromVisitorPage(member, new URLSearchParams({ to: '/likes' }))).toBe('/likes')
  })

  test('stays on the pages for members', () => {
    expect(redirectFromMemberPage(member)).toBeNull()
  })

  test('stays on the search, whatever the site shows to visitors', () => {
    expect(redirectFromSearch(member, site('none'))).toBeNull()
    expect(redirectFromSearch(member, site('all'))).toBeNull()
  })
})

describe('a member who has to agree to a changed text', () => {
  test('is sent from the pages for members and from the search to the question', () => {
    expect(redirectFromMemberPage(askedMember)).toBe('/consent')
    expect(redirectFromMemberPage(askedMember, page('/members'))).toBe('/consent')
    expect(redirectFromMemberPage(askedMember, page('/chats/x?gift'))).toBe('/consent?to=%2Fchats%2Fx%3Fgift')
    expect(redirectFromSearch(askedMember, site('all'))).toBe('/consent')
    expect(redirectFromSearch(askedMember, site('none'))).toBe('/consent')
  })

  test('stays on the question, which sends everyone else away', () => {
    expect(redirectFromConsentPage(askedMember)).toBeNull()
    expect(redirectFromConsentPage(member)).toBe('/members')
    expect(redirectFromConsentPage(member, new URLSearchParams({ to: '/chats/x' }))).toBe('/chats/x')
    expect(redirectFromConsentPage(null)).toBe('/login')
  })
})
