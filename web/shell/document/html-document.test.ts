import { expect, test } from 'vitest'
import { htmlDocument } from './html-document.ts'

const head = [
  '<meta charSet="utf-8"/>',
  '<link rel="preload" href="/assets/font.woff2" as="font"/>',
  '<title>A &lt;link rel=&quot;stylesheet&quot;&gt;</title>',
  '<link rel="modulepreload" href="/assets/a.js" nonce="n"/>',
  '<link rel="modulepreload" href="/assets/b.js" nonce="n"/>',
  '<link nonce="n" rel="stylesheet" href="/assets/root.css"/>',
  '<link nonce="n" rel="stylesheet" href="/assets/lander.css"/>',
]

test('style sheets are the first files that a page names, in their order, and scripts come after all else', () => {
  const [charset, font, title, first, second, root, lander] = head
  expect(htmlDocument(`<!DOCTYPE html><html><head>${head.join('')}</head><body></body></html>`)).toBe(
    `<!DOCTYPE html><html><head>${[charset, root, lander, font, title, first, second].join('')}</head><body></body></html>`.replaceAll(
      'rel="modulepreload"',
      'rel="modulepreload" fetchpriority="low"',
    ),
  )
})

test('the body stays as it is', () => {
  const body = '<body><link rel="modulepreload" href="/a.js"/><link rel="stylesheet" href="/a.css"/></body>'
  expect(htmlDocument(`<html><head><link rel="icon" href="/a"/></head>${body}</html>`)).toContain(body)
})
