import { cloneElement, type ReactElement } from 'react'

/** Of one site: about 10 MB. The oldest go first. */
const MAX_PARTS = 1000

type Parts = Map<string, string>
const partsBySource = new WeakMap<object, Parts>()
/** Parts of the page that is being rendered, which are not known yet. A page is rendered without a pause; null before and after. */
let missing: { parts: Parts; key: string }[] | null = null

/**
 * Returns an element of a page on the server with the content that it had the last time: at the same position in the page,
 * for the same `inputs`, which must name everything that the content depends on, and for the same `source`, an object that
 * is replaced when it changes (the settings of a site). No element of its type may be inside it, and no image or style,
 * which React would move to the head. Server only: the browser renders the element itself.
 *
 *     return import.meta.env.SSR ? kept(footer, settings, ['footer', language]) : footer
 */
export function kept(element: ReactElement<object>, source: object, inputs: readonly unknown[]): ReactElement {
  if (!missing) return element
  const parts = partsBySource.get(source) ?? new Map<string, string>()
  partsBySource.set(source, parts)
  const key = JSON.stringify(inputs)
  const html = parts.get(key)
  if (html !== undefined)
    return cloneElement(element, { children: undefined, dangerouslySetInnerHTML: { __html: html } } as object)
  missing.push({ parts, key })
  return cloneElement(element, { [MARK]: missing.length - 1 } as object)
}

const MARK = 'data-kept'

/** Renders a page, and keeps the content of its marked elements for the next one. */
export function keepingParts(render: () => string) {
  const unknown: NonNullable<typeof missing> = []
  missing = unknown
  try {
    let html = render()
    for (const [index, { parts, key }] of unknown.entries()) {
      html = keepPart(html, { mark: ` ${MARK}="${index}"`, store: (content) => store(parts, key, content) })
    }
    return html
  } finally {
    missing = null
  }
}

/** Returns the page without the mark. */
function keepPart(html: string, { mark, store: storeContent }: { mark: string; store: (content: string) => void }) {
  const at = html.indexOf(mark)
  if (at === -1) return html
  const tag = /<(\w+)[^<]*$/.exec(html.slice(0, at))?.[1]
  const start = html.indexOf('>', at) + 1
  const content = html.slice(start, html.indexOf(`</${tag}>`, start))
  // React marks a part that failed.
  if (!content.includes('<!--$!-->')) storeContent(content)
  return html.slice(0, at) + html.slice(at + mark.length)
}

function store(parts: Parts, key: string, content: string) {
  const oldest = parts.size >= MAX_PARTS ? parts.keys().next().value : undefined
  if (oldest !== undefined) parts.delete(oldest)
  // A slice would keep the whole page in memory.
  parts.set(key, Buffer.from(content, 'utf8').toString('utf8'))
}
