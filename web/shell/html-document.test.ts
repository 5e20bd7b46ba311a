import { expect, test } from 'vitest'
import { htmlDocument, routerStateScript } from './html-document.ts'

test('a document begins with its doctype and ends with its scripts', () => {
  expect(htmlDocument('<html><body><p>Hello</p></body></html>', '<script></script>')).toBe(
    '<!DOCTYPE html><html><body><p>Hello</p><script></script></body></html>',
  )
})

test('only the last closing tag counts, because an attribute can contain another', () => {
  expect(htmlDocument('<body><p title="</body>"></p></body>', '[scripts]')).toBe(
    '<!DOCTYPE html><body><p title="</body>"></p>[scripts]</body>',
  )
})

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
  expect(htmlDocument(`<html><head>${head.join('')}</head><body></body></html>`, '')).toBe(
    `<!DOCTYPE html><html><head>${[charset, root, lander, font, title, first, second].join('')}</head><body></body></html>`.replaceAll(
      'rel="modulepreload"',
      'rel="modulepreload" fetchpriority="low"',
    ),
  )
})

test('the body stays as it is', () => {
  const body = '<body><link rel="modulepreload" href="/a.js"/><link rel="stylesheet" href="/a.css"/></body>'
  expect(htmlDocument(`<html><head><link rel="icon" href="/a"/></head>${body}</html>`, '')).toContain(body)
})

/** Runs the script as a browser would, and returns what the router receives. */
function received(script: string) {
  const code = /^<script nonce="[^"]*">(.*)<\/script>$/s.exec(script)?.[1] ?? ''
  const chunks: unknown[] = []
  const streamController = { enqueue: (chunk: unknown) => chunks.push(chunk), close: () => chunks.push('closed') }
  // oxlint-disable-next-line typescript/no-implied-eval -- the code under test is a script.
  new Function('window', code)({ __reactRouterContext: { streamController } })
  return chunks
}

test('the router receives its state, and then the end of it', () => {
  expect(received(routerStateScript('["state"]\n', 'n'))).toEqual(['["state"]\n', 'closed'])
})

test('a state that contains markup cannot end the script', () => {
  const state = '["</script><script>alert(1)</script>"]'
  const script = routerStateScript(state, 'n')
  expect(script.match(/<\/script>/g)).toHaveLength(1)
  expect(received(script)).toEqual([state, 'closed'])
})

test('the script carries the nonce of the page', () => {
  expect(routerStateScript('[]', 'abc')).toMatch(/^<script nonce="abc">/)
})
