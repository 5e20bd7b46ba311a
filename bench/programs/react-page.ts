// An opponent of the page benchmark: React's `renderToString` on Fastify, without router, query cache,
// session and database: `node react-page.ts <file>`. It renders the recorded page from the elements of its
// HTML, all of them for every request. The tiles are usual components with Tailwind and inline icons. It has
// every advantage: no character of its text needs two bytes in memory, which would cost a third more.
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { z } from 'zod'
import { parseHtml, type HtmlElement } from '../support/html-elements.ts'

const Card = z.object({
  id: z.string(),
  name: z.string(),
  age: z.number(),
  region: z.string(),
  city: z.string().nullable(),
  isOnline: z.boolean(),
  photo: z.object({ id: z.string() }).nullable(),
})
const Search = z.object({ results: z.array(Card) })
const Recorded = z.object({ headers: z.record(z.string(), z.string()), body: z.string() })

const { headers, body } = Recorded.parse(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')))
const root = parseHtml(body.replaceAll(/&#\d{4};|[^\0-\xff]/g, '-'))
const cards = cardsOf(body)
const placeholders = [...body.matchAll(/url\((data:[^)]*)\)/g)].map(([, url]) => url)

const app = Fastify()
app.get('/members', async (_request, reply) =>
  reply
    .header('content-type', headers['content-type'])
    .header('content-security-policy', headers['content-security-policy'])
    .send(`<!DOCTYPE html>${renderToString(elementOf(root, 0))}`),
)
await app.listen({ host: '127.0.0.1', port: 0 })
// A server that listens on a TCP port has an address of this type.
process.send?.({ port: (app.server.address() as AddressInfo).port })
process.once('SIGTERM', () => process.exit())
process.once('disconnect', () => process.exit())

/** The members that the page shows, from the data that it carries for the browser. */
function cardsOf(html: string) {
  const json = /<script id="server-state"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '[]'
  const entries = z.array(z.tuple([z.unknown(), z.unknown()]).rest(z.unknown())).parse(JSON.parse(json))
  const search = entries.flatMap(([, data]) => Search.safeParse(data).data ?? [])[0]
  if (!search || search.results.length === 0) throw new Error('the recorded page has no members')
  return search.results
}

function elementOf({ tag, props, children }: HtmlElement, key: number): ReactNode {
  if (tag === 'ul' && holdsTiles(children)) return createElement(Tiles, { key, className: props['className'] })
  const content = children.map((child, index) => (typeof child === 'string' ? child : elementOf(child, index)))
  return createElement(tag, { ...props, key }, ...content)
}

function holdsTiles([first]: HtmlElement['children']) {
  return (
    typeof first === 'object' && first.children.some((child) => typeof child === 'object' && child.tag === 'article')
  )
}

function Tiles({ className }: { className: unknown }) {
  const tiles = cards.map((card, index) => createElement(Tile, { key: card.id, card, index }))
  return createElement('ul', { className: String(className) }, ...tiles)
}

function Tile({ card, index }: { card: z.infer<typeof Card>; index: number }) {
  const { id, name, age, isOnline } = card
  const dot = createElement(
    'span',
    { className: 'size-2.5 shrink-0 rounded-full bg-online ring-2 ring-shade/40' },
    createElement('span', { className: 'sr-only' }, 'Online'),
  )
  const link = createElement(
    'a',
    {
      href: `/members/${id}`,
      className:
        'pointer-events-auto truncate text-on-shade no-underline outline-none after:absolute after:inset-0 after:-top-[100vh] after:rounded-lg focus-visible:after:outline-2',
    },
    `${name}, ${age}`,
  )
  const text = createElement(
    'div',
    {
      className: 'pointer-events-none absolute inset-x-0 bottom-0 bg-shade-bottom px-3 pt-12 pb-3 text-on-shade',
    },
    createElement('h2', { className: 'flex items-center gap-1.5 font-semibold' }, link, isOnline && dot),
    createElement('p', { className: 'truncate text-sm opacity-90' }, card.city ?? card.region),
  )
  const article = createElement(
    'article',
    { className: 'group relative isolate overflow-hidden rounded-lg bg-surface-raised shadow-raised' },
    createElement(Photo, { card, index }),
    text,
    createElement('div', { className: 'absolute end-2 top-2 z-10' }, createElement(HeartButton, { name })),
  )
  return createElement('li', null, article)
}

function Photo({ card: { photo, name }, index }: { card: z.infer<typeof Card>; index: number }) {
  const zoom = 'transition-transform duration-300 motion-safe:group-hover:scale-[1.03]'
  if (!photo) {
    const className = `grid aspect-3/4 place-items-center bg-accent-soft text-6xl font-bold text-accent-text ${zoom}`
    const initial = createElement('span', { 'aria-hidden': true }, name[0])
    return createElement('div', { role: 'img', 'aria-label': `${name} has no photo yet`, className }, initial)
  }
  const image = createElement('img', {
    src: `/photos/${photo.id}/tile.webp`,
    srcSet: `/photos/${photo.id}/thumb.webp 240w, /photos/${photo.id}/tile.webp 480w`,
    sizes: '(min-width: 1200px) 220px, (min-width: 768px) 24vw, (min-width: 576px) 32vw, 48vw',
    width: 3,
    height: 4,
    alt: `Photo of ${name}`,
    loading: index < 4 ? 'eager' : 'lazy',
    decoding: 'async',
    draggable: false,
    className: 'absolute inset-0 size-full object-cover',
  })
  const placeholder = placeholders[index % Math.max(placeholders.length, 1)]
  const style = { aspectRatio: '3 / 4', ...(placeholder && { backgroundImage: `url("${placeholder}")` }) }
  const className = `relative overflow-hidden bg-surface-muted bg-cover bg-center ${zoom}`
  return createElement('div', { className, style }, image)
}

const heart =
  'M2 9.5a5.5 5.5 0 0 1 9.591-3.676.56.56 0 0 0 .818 0A5.49 5.49 0 0 1 22 9.5c0 2.29-1.5 4-3 5.5l-5.492 5.313a2 2 0 0 1-3 .019L5 15c-1.5-1.5-3-3.2-3-5.5'

function HeartButton({ name }: { name: string }) {
  const className =
    'placed inline-grid shrink-0 place-items-center rounded-full select-none transition-[background-color,color,scale] duration-150 active:scale-95 disabled:cursor-not-allowed disabled:opacity-55 disabled:active:scale-100 bg-shade/55 text-on-shade backdrop-blur-sm hover:bg-shade/75 size-11 [&>svg]:size-6'
  const icon = createElement(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: 24,
      height: 24,
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: 2,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      className: 'lucide lucide-heart transition-transform duration-200',
      'aria-hidden': true,
    },
    createElement('path', { d: heart }),
  )
  return createElement(
    'button',
    { type: 'button', 'aria-label': `Like ${name}`, 'aria-pressed': false, className },
    icon,
  )
}
