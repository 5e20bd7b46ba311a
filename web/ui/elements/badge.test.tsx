import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Badge, cappedCount, CountBadge } from './badge.tsx'

test.each([
  [-3, '0'],
  [0, '0'],
  [7, '7'],
  [99, '99'],
  [100, '99+'],
  [12_345, '99+'],
])('%i is written as %s', (count, text) => {
  expect(cappedCount(count)).toBe(text)
})

describe('a count badge', () => {
  test('renders nothing at zero', () => {
    expect(renderToString(<CountBadge count={0} />)).toBe('')
  })

  test('renders zero where asked to', () => {
    expect(renderToString(<CountBadge count={0} showsZero />)).toContain('>0<')
  })

  test('without a label exposes the number to screen readers', () => {
    const html = renderToString(<CountBadge count={3} />)
    expect(html).toContain('>3<')
    expect(html).not.toContain('aria-hidden')
  })

  test('with a label hides the number from screen readers and exposes the label', () => {
    const html = renderToString(<CountBadge count={120} label="120 unread messages" />)
    expect(html).toContain('aria-hidden="true">99+<')
    expect(html).toMatch(/class="sr-only">120 unread messages</)
  })

  test('takes the colours of its tone', () => {
    expect(renderToString(<CountBadge count={1} tone="danger" />)).toContain('bg-danger')
    expect(renderToString(<CountBadge count={1} />)).toContain('bg-secondary')
  })
})

test('a badge renders its text in the colours of its tone', () => {
  const html = renderToString(<Badge tone="success">Online</Badge>)
  expect(html).toContain('bg-success')
  expect(html).toContain('Online')
})
