import { expect, test } from 'vitest'
import { languageFromCookies, parseCookies, timeZoneFromCookies } from './request-preferences.ts'

test('cookies are read by name', () => {
  expect(Object.fromEntries(parseCookies('a=1; b=x=y; broken; =z'))).toEqual({ a: '1', b: 'x=y' })
})

test('of a cookie that comes twice the first counts', () => {
  expect(parseCookies('a=1; a=2').get('a')).toBe('1')
})

test('no header is no cookies', () => {
  expect(parseCookies(undefined).size).toBe(0)
})

test('only a language with a catalogue is taken from its cookie', () => {
  expect(languageFromCookies(parseCookies('i18n_redirected=fr'))).toBe('fr')
  expect(languageFromCookies(parseCookies('i18n_redirected=xx'))).toBeNull()
})

test('a time zone that nobody knows is UTC', () => {
  expect(timeZoneFromCookies(parseCookies('time_zone=Europe%2FParis'))).toBe('Europe/Paris')
  expect(timeZoneFromCookies(parseCookies('time_zone=Mars%2FBase'))).toBe('UTC')
  expect(timeZoneFromCookies(parseCookies('time_zone=%E0%A4%A'))).toBe('UTC')
})
