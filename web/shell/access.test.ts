import { describe, expect, test } from 'vitest'
import type { User } from '#contract/accounts.ts'
import {
  redirectFromConsentPage,
  redirectFromMemberPage,
  redirectFromSearch,
  redirectFromVisitorPage,
} from './access.ts'

// Only its presence and the consent matter.
const member = { needs_consent: false } as User
const askedMember = { needs_consent: true } as User

describe('a visitor', () => {
  test('stays on the pages for visitors', () => {
    expect(redirectFromVisitorPage(null)).toBeNull()
  })

  test('is sent from the pages for members to the log-in', () => {
    expect(redirectFromMemberPage(null)).toBe('/login')
  })

  test('is sent from the search to the log-in where the site closes it', () => {
    expect(redirectFromSearch(null, { logged_out_search: 'none' })).toBe('/login')
  })

  test('stays on the search where the site opens it', () => {
    expect(redirectFromSearch(null, { logged_out_search: 'all' })).toBeNull()
  })
})

describe('a member', () => {
  test('is sent from the pages for visitors to the member search', () => {
    expect(redirectFromVisitorPage(member)).toBe('/members')
  })

  test('stays on the pages for members', () => {
    expect(redirectFromMemberPage(member)).toBeNull()
  })

  test('stays on the search, whatever the site shows to visitors', () => {
    expect(redirectFromSearch(member, { logged_out_search: 'none' })).toBeNull()
    expect(redirectFromSearch(member, { logged_out_search: 'all' })).toBeNull()
  })
})

describe('a member who has to agree to a changed text', () => {
  test('is sent from the pages for members and from the search to the question', () => {
    expect(redirectFromMemberPage(askedMember)).toBe('/consent')
    expect(redirectFromSearch(askedMember, { logged_out_search: 'all' })).toBe('/consent')
    expect(redirectFromSearch(askedMember, { logged_out_search: 'none' })).toBe('/consent')
  })

  test('stays on the question, which sends everyone else away', () => {
    expect(redirectFromConsentPage(askedMember)).toBeNull()
    expect(redirectFromConsentPage(member)).toBe('/members')
    expect(redirectFromConsentPage(null)).toBe('/login')
  })
})
