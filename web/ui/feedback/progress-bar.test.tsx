import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Bar, ProgressBar } from './progress-bar.tsx'

test('the bar takes 5 s to fill, and has a name (SHELL-11)', () => {
  const html = renderToString(<Bar isWaiting label="Loading the page" />)
  expect(html).toContain('role="progressbar" aria-label="Loading the page"')
  expect(html).toContain('transition-transform duration-[5s]')
})

test('a bar whose wait has ended fades', () => {
  const html = renderToString(<Bar isWaiting={false} label="Loading the page" />)
  expect(html).toContain('opacity-0')
  expect(html).not.toContain('duration-[5s]')
})

test('a page that is rendered shows none', () => {
  expect(renderToString(<ProgressBar isWaiting label="Loading the page" />)).toBe('')
})
