import { describe, expect, test } from 'vitest'
import type { User } from '#contract/accounts.ts'
import { redirectFromMemberPage, redirectFromSearch, redirectFromVisitorPage } from './access.ts'

// Only its presence matters.
const member = {} as User

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
