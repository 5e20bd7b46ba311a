/** An element of a page as data, from which React can create its elements. */
export interface HtmlElement {
  tag: string
  props: Record<string, unknown>
  children: (HtmlElement | string)[]
}

const voidTags = new Set(['meta', 'link', 'img', 'input', 'br', 'hr'])
/** Elements whose content is text without references. */
const rawTags = new Set(['script', 'style'])
const propNames: Record<string, string> = { class: 'className', for: 'htmlFor', tabindex: 'tabIndex' }
const references: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** Reads HTML that React has written, so it is well formed. Returns the root element. */
export function parseHtml(html: string): HtmlElement {
  const root: HtmlElement = { tag: '', props: {}, children: [] }
  const open = [root]
  const pattern = /<!--.*?-->|<!DOCTYPE html>|<(\/?)([\w-]+)((?:\s[\w:-]+(?:="[^"]*")?)*)\s*(\/?)>|([^<]+)/gs
  for (let match = pattern.exec(html); match; match = pattern.exec(html)) {
    const [, closing, tag, attributes = '', selfClosing, text] = match
    const parent = open.at(-1) ?? root
    if (text !== undefined) parent.children.push(decode(text))
    else if (closing) open.pop()
    else if (tag) {
      const element: HtmlElement = { tag, props: propsOf(attributes), children: [] }
      parent.children.push(element)
      if (rawTags.has(tag)) {
        const end = html.indexOf(`</${tag}>`, pattern.lastIndex)
        element.props['dangerouslySetInnerHTML'] = { __html: html.slice(pattern.lastIndex, end) }
        pattern.lastIndex = end + tag.length + 3
      } else if (!selfClosing && !voidTags.has(tag)) open.push(element)
    }
  }
  const [first] = root.children
  if (typeof first !== 'object' || open.length !== 1) throw new Error('the page is not well formed')
  return first
}

function propsOf(attributes: string) {
  const props: Record<string, unknown> = {}
  for (const [, name = '', value = ''] of attributes.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)) {
    // React leaves out an attribute without a value unless it is `true`.
    props[propNames[name] ?? name] = name === 'style' ? styleOf(decode(value)) : value === '' ? true : decode(value)
  }
  return props
}

function styleOf(text: string) {
  return Object.fromEntries(
    text.split(/;(?!base64)/).map((each) => [each.slice(0, each.indexOf(':')), each.slice(each.indexOf(':') + 1)]),
  )
}

function decode(text: string) {
  return text.replaceAll(/&(?:#(x?)(\w+)|(\w+));/g, (whole, hex: string, code: string | undefined, name: string) =>
    code === undefined ? (references[name] ?? whole) : String.fromCodePoint(Number.parseInt(code, hex ? 16 : 10)),
  )
}
