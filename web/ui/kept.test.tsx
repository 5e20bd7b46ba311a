import { Suspense, useId, type ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { keepingParts, kept } from './kept.ts'

function partOf(content: string): ReactElement<object> {
  return (
    <aside className="side">
      <Suspense>
        <Content text={content} />
      </Suspense>
    </aside>
  )
}

function Content({ text }: { text: string }) {
  rendered.push(text)
  return <p id={useId()}>{text}</p>
}
const rendered: string[] = []

function pageOf(part: () => ReactElement) {
  return keepingParts(() => renderToString(<main>{[<h1 key="title">Title</h1>, <div key="part">{part()}</div>]}</main>))
}

test('a part is rendered once for its inputs, and the page stays the same', () => {
  const site = {}
  const plain = renderToString(<main>{[<h1 key="title">Title</h1>, <div key="part">{partOf('One')}</div>]}</main>)
  rendered.length = 0
  const pages = [1, 2, 3].map(() => pageOf(() => kept(partOf('One'), site, ['side', 'One'])))
  expect(pages).toEqual([plain, plain, plain])
  expect(rendered).toEqual(['One'])
})

test('other inputs, and another source, have another part', () => {
  const site = {}
  pageOf(() => kept(partOf('One'), site, ['side', 'One']))
  expect(pageOf(() => kept(partOf('Two'), site, ['side', 'Two']))).toContain('>Two<')
  expect(pageOf(() => kept(partOf('New'), {}, ['side', 'One']))).toContain('>New<')
})

test('several parts of a page are kept, and a text that looks like the mark changes nothing', () => {
  const site = {}
  const both = () => (
    <main title={' data-kept="0"'}>
      {kept(partOf(' data-kept="1"'), site, ['first'])}
      {kept(<noscript>plain</noscript>, site, ['second'])}
    </main>
  )
  const first = keepingParts(() => renderToString(both()))
  expect(first).toBe(
    renderToString(
      <main title={' data-kept="0"'}>
        {partOf(' data-kept="1"')}
        <noscript>plain</noscript>
      </main>,
    ),
  )
  expect(keepingParts(() => renderToString(both()))).toBe(first)
})

test('a page that fails keeps nothing, and the next one is complete', () => {
  const site = {}
  const fail = () => {
    throw new Error('broken')
  }
  expect(() =>
    keepingParts(() => {
      kept(partOf('One'), site, ['side'])
      return fail()
    }),
  ).toThrow('broken')
  expect(pageOf(() => kept(partOf('One'), site, ['side']))).not.toContain('data-kept')
})

test('an element that is rendered outside of a page stays as it is', () => {
  const html = renderToString(kept(partOf('One'), {}, ['side']))
  expect(html).toBe(renderToString(partOf('One')))
})
