import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Avatar } from './avatar.tsx'

test('a photo carries the name as its text', () => {
  const html = renderToString(<Avatar name="Anna" src="/photos/1/thumb.webp" />)
  expect(html).toContain('src="/photos/1/thumb.webp"')
  expect(html).toContain('alt="Anna"')
})

test('a photo beside the name is skipped by screen readers', () => {
  expect(renderToString(<Avatar name="Anna" src="/1.webp" isDecorative />)).toContain('alt=""')
})

test('without a photo the initial is shown and the name read out', () => {
  const html = renderToString(<Avatar name="anna" src={null} />)
  expect(html).not.toContain('<img')
  expect(html).toContain('role="img" aria-label="anna"')
  expect(html).toContain('<span aria-hidden="true">A</span>')
})

test('without a photo a decorative avatar has no name of its own', () => {
  expect(renderToString(<Avatar name="anna" isDecorative />)).not.toContain('aria-label')
})

test('the online dot is text for screen readers and absent for offline members', () => {
  expect(renderToString(<Avatar name="Anna" onlineLabel="Online" />)).toContain('>Online<')
  expect(renderToString(<Avatar name="Anna" />)).not.toContain('bg-online')
})
