import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { Messages } from 'use-intl/core'
import { describe, expect, test } from 'vitest'
import { IntlProvider, useFormatter, useLocale, useTimeZone, useTranslations } from './use-intl.tsx'

interface Options {
  locale?: 'en' | 'fr'
  timeZone?: string
  text?: string
}

const noon = new Date('2026-03-01T12:00:00Z')

function render(node: ReactNode, { locale = 'en', timeZone = 'UTC', text = 'Hello' }: Options = {}) {
  // A catalogue with only what the test reads.
  const messages = { common: { greeting: text } } as unknown as Messages
  return renderToString(
    <IntlProvider locale={locale} timeZone={timeZone} messages={messages} formats={{}}>
      {node}
    </IntlProvider>,
  )
}

describe('translators', () => {
  const seen: unknown[] = []
  function Greeting() {
    // The types of the real `useTranslations` do not apply here.
    const t = useTranslations('common') as (key: string) => string
    seen.push(t)
    return t('greeting')
  }

  test('translate the keys of their namespace', () => {
    expect(render(<Greeting />)).toBe('Hello')
  })

  test('are shared by all pages in one language and time zone', () => {
    seen.length = 0
    render(<Greeting />)
    render(<Greeting />)
    expect(seen[0]).toBe(seen[1])
  })

  test('keep texts without values, and format those with values each time', () => {
    function Greetings() {
      const t = useTranslations('common') as (key: string, values?: object) => string
      return [t('greeting'), t('greeting'), t('named', { name: 'Ana' }), t('named', { name: 'Bo' })].join()
    }
    const texts = { greeting: 'Welcome', named: 'Hello {name}' }
    const messages = { common: texts } as unknown as Messages
    const html = () =>
      renderToString(
        <IntlProvider locale="en-AU" timeZone="UTC" messages={messages} formats={{}}>
          <Greetings />
        </IntlProvider>,
      )
    expect(html()).toBe('Welcome,Welcome,Hello Ana,Hello Bo')
    expect(html()).toBe('Welcome,Welcome,Hello Ana,Hello Bo')
  })

  test('keep texts with numbers, each number with its own', () => {
    function Pages() {
      const t = useTranslations('common') as (key: string, values: object) => string
      return [t('page', { page: 2 }), t('page', { page: 3 }), t('page', { page: 2 })].join()
    }
    const messages = { common: { page: 'Page {page, number}' } } as unknown as Messages
    const html = () =>
      renderToString(
        <IntlProvider locale="en-CA" timeZone="UTC" messages={messages} formats={{}}>
          <Pages />
        </IntlProvider>,
      )
    expect([html(), html()]).toEqual(Array(2).fill('Page 2,Page 3,Page 2'))
  })

  test('differ between languages', () => {
    seen.length = 0
    render(<Greeting />)
    expect(render(<Greeting />, { locale: 'fr', text: 'Bonjour' })).toBe('Bonjour')
    expect(seen[0]).not.toBe(seen[1])
  })

  test('differ between time zones', () => {
    seen.length = 0
    render(<Greeting />)
    render(<Greeting />, { timeZone: 'Europe/Paris' })
    expect(seen[0]).not.toBe(seen[1])
  })
})

test('dates are written in the language and time zone of the page', () => {
  function Hour() {
    return useFormatter().dateTime(noon, { hour: '2-digit', minute: '2-digit', hour12: false })
  }
  expect(render(<Hour />)).toBe('12:00')
  expect(render(<Hour />, { timeZone: 'Europe/Paris' })).toBe('13:00')
})

test('language and time zone are those of the request', () => {
  function Settings() {
    return [useLocale(), useTimeZone()].join(' ')
  }
  expect(render(<Settings />, { locale: 'fr', timeZone: 'Asia/Tokyo' })).toBe('fr Asia/Tokyo')
})

test('a component outside of a provider fails with an explanation', () => {
  function Orphan() {
    return useLocale()
  }
  expect(() => renderToString(<Orphan />)).toThrow('need an IntlProvider')
})
