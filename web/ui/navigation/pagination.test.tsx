import type { ComponentProps } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Pagination } from './pagination.tsx'
import { TabLinks } from './tab-links.tsx'

function render(page: number, pageCount: number) {
  return renderToString(
    <Pagination
      label="Pages"
      previousLabel="Previous"
      nextLabel="Next"
      pageLabel={(number) => `Page ${number}`}
      page={page}
      pageCount={pageCount}
      renderLink={(number) => <a href={`?page=${number}`}>link</a>}
    />,
  )
}

/** Targets of the links, by their accessible names. */
function links(html: string) {
  return Object.fromEntries(
    [...html.matchAll(/<a [^>]*>/g)].map(([tag]) => [
      /aria-label="([^"]*)"/.exec(tag)?.[1],
      /href="\?page=([^"]*)"/.exec(tag)?.[1],
    ]),
  )
}

describe('pagination', () => {
  test('of a single page renders nothing', () => {
    expect(render(1, 1)).toBe('')
  })

  test('links the previous, the next and the offered pages', () => {
    expect(links(render(2, 3))).toEqual({ Previous: '1', 'Page 1': '1', 'Page 2': '2', 'Page 3': '3', Next: '3' })
  })

  test('has no link before the first page', () => {
    expect(links(render(1, 3))).not.toHaveProperty('Previous')
  })

  test('has no link after the last page', () => {
    expect(links(render(3, 3))).not.toHaveProperty('Next')
  })

  test('marks the current page for screen readers', () => {
    const current = [...render(2, 3).matchAll(/<a [^>]*aria-current="page"[^>]*>/g)]
    expect(current).toHaveLength(1)
    expect(current[0]?.[0]).toContain('aria-label="Page 2"')
  })

  test('hides the neighbours on a phone where there are many pages', () => {
    expect(render(6, 20).match(/max-sm:hidden/g)).toHaveLength(2)
    expect(render(2, 3)).not.toContain('max-sm:hidden')
  })
})

describe('tab links', () => {
  const html = renderToString(
    <TabLinks
      label="Likes"
      links={[
        {
          key: 'received',
          label: 'Received',
          badge: <b>2</b>,
          isCurrent: true,
          render: <Link href="/likes/received" />,
        },
        { key: 'sent', label: 'Sent', isCurrent: false, render: <Link href="/likes/sent" /> },
      ]}
    />,
  )

  test('form a named landmark', () => {
    expect(html).toContain('<nav aria-label="Likes"')
  })

  test('mark the current view', () => {
    expect(html.match(/aria-current="page"/g)).toHaveLength(1)
    expect(html).toMatch(/<a href="\/likes\/received" aria-current="page".*?>Received<b>2<\/b><\/a>/)
  })
})

/** As a router's link: the element takes its text from the props. */
function Link({ children, ...rest }: ComponentProps<'a'>) {
  return <a {...rest}>{children}</a>
}
