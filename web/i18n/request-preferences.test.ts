import { describe, expect, test } from 'vitest'
import { languageFromCookies, parseCookies, timeZoneFromCookies, languageOfQuery } from './request-preferences.ts'

describe('the cookies of a request', () => {
  test('are parsed by name', () => {
    expect(Object.fromEntries(parseCookies('a=1; b=x=y; broken; =z'))).toEqual({ a: '1', b: 'x=y' })
  })

  test('need no space between them', () => {
    expect(Object.fromEntries(parseCookies('a=1;b=2'))).toEqual({ a: '1', b: '2' })
  })

  test('can be empty', () => {
    expect(parseCookies('a=').get('a')).toBe('')
  })

  test('count once, the first of a name', () => {
    expect(parseCookies('a=1; a=2').get('a')).toBe('1')
  })

  test('are none without a header', () => {
    expect(parseCookies(undefined).size).toBe(0)
    expect(parseCookies('').size).toBe(0)
  })
})

test.each([
  ['i18n_redirected=fr', 'fr'],
  ['i18n_redirected=en', 'en'],
  ['i18n_redirected=nl', 'nl'],
  ['i18n_redirected=toString', null],
  ['i18n_redirected=xx', null],
  ['other=fr', null],
])('the cookies %j choose the language %j', (header, language) => {
  expect(languageFromCookies(parseCookies(header))).toBe(language)
})

test.each([
  ['time_zone=Europe%2FParis', 'Europe/Paris'],
  ['time_zone=America/New_York', 'America/New_York'],
  ['time_zone=Mars%2FBase', 'UTC'],
  ['time_zone=%E0%A4%A', 'UTC'],
  ['', 'UTC'],
])('the cookies %j give the time zone %s', (header, timeZone) => {
  expect(timeZoneFromCookies(parseCookies(header))).toBe(timeZone)
})

test.each([
  ['lang=fr', 'fr'],
  ['?x=1&lang=en', 'en'],
  ['lang=pl', 'pl'],
  ['lang=pt', null],
  ['lang=__proto__', null],
  ['', null],
])('the query %j asks for %s', (search, language) => {
  expect(languageOfQuery(search)).toBe(language)
})
