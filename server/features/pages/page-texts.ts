import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Marked, marked } from 'marked'
import type { Language } from '#contract/languages.ts'
import type { PageName } from '#contract/pages/page-names.ts'
import { getOrLoad } from '#server/platform/load-once.ts'
import { hasCode } from '#server/platform/errors.ts'

interface PageText {
  title: string
  description: string
  html: string
}

interface WhichText {
  page: PageName
  language: Language
}

const builtIn = join(import.meta.dirname, 'texts')

/** The texts of static pages as HTML with variables: those of operators, else of files. */
export class PageTexts {
  readonly #directory: string | undefined
  readonly #findStored: (which: WhichText) => Promise<string | null>
  /** Of a site's object, because every change of page texts makes new sites as well. */
  readonly #texts = new WeakMap<object, Map<string, Promise<PageText>>>()

  /** `directory`: the operator's own files, which take precedence one by one over those of the program. */
  constructor(directory: string | undefined, findStored: (which: WhichText) => Promise<string | null>) {
    this.#directory = directory
    this.#findStored = findStored
  }

  async find({ site, page, language }: WhichText & { site: object }): Promise<PageText> {
    const texts = this.#texts.get(site) ?? new Map<string, Promise<PageText>>()
    this.#texts.set(site, texts)
    return getOrLoad(texts, `${language}/${page}`, async () => {
      const stored = await this.#findStored({ page, language })
      const text = stored === null ? parseFile(await this.readFile({ page, language })) : parsePageText(stored)
      return page === 'faq' ? { ...text, html: openByHeading(text.html) } : text
    })
  }

  /** Returns the Markdown of the file that a page has without a text of operators. */
  async readFile({ page, language }: WhichText) {
    const file = join(language, `${page}.md`)
    const own = this.#directory === undefined ? null : await readIfThere(join(this.#directory, file))
    return own ?? (await readFile(join(builtIn, file), 'utf8'))
  }
}

/** What operators type in the console becomes no markup of its own, and its links lead to pages and mails. */
const untrusted = new Marked({
  gfm: true,
  renderer: {
    html: ({ text }) => escapeHtml(text),
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens)
      return isSafeLink(href) ? `<a href="${escapeHtml(href)}">${text}</a>` : text
    },
    // Images of other sites would tell them who reads the page (SAFE-4).
    image: ({ href, text }) =>
      /^\/(?!\/)/.test(href) ? `<img src="${escapeHtml(href)}" alt="${escapeHtml(text)}">` : escapeHtml(text),
  },
})

function isSafeLink(href: string) {
  return /^(?:https?:\/\/|mailto:|tel:|\/(?!\/)|#|(?:mailto:|tel:)?(?:\{|%7B))/i.test(href)
}

/** Reads a page of a file, which is trusted like code. */
function parseFile(markdown: string) {
  return toPageText(markdown, (rest) => marked.parse(rest, { async: false, gfm: true }))
}

/** Reads a page of an operator: its first heading is the title, its first paragraph describes it. */
export function parsePageText(markdown: string) {
  return toPageText(markdown, (rest) => untrusted.parse(rest, { async: false }))
}

function toPageText(markdown: string, toHtml: (markdown: string) => string): PageText {
  const [, title = '', rest = markdown] = /^\s*# (.+)\n([\s\S]*)$/.exec(`${markdown}\n`) ?? []
  const html = toHtml(rest)
  const [, description = ''] = /<p>([\s\S]*?)<\/p>/.exec(html) ?? []
  return { title: title.trim(), description: withoutTags(description), html }
}

/** Folds what follows each heading, so that a page of questions is a list of them. */
export function openByHeading(html: string) {
  return html.replaceAll(/(<h2>[\s\S]*?<\/h2>)([\s\S]*?)(?=<h2>|$)/g, '<details><summary>$1</summary>$2</details>')
}

function withoutTags(html: string) {
  return html.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ')
}

/** Fills in the variables of a text, such as `{site}`. An unknown one stays, so that it is seen. */
export function fillPageText({ title, description, html }: PageText, values: Record<string, string>): PageText {
  // Variables in addresses were encoded with them.
  const fill = (text: string, toText: (value: string) => string) =>
    text.replaceAll(/(?:\{|%7B)(\w+)(?:\}|%7D)/g, (whole, name: string) => {
      const value = values[name]
      return value === undefined ? whole : toText(value)
    })
  const plain = (text: string) => fill(unescapeHtml(text), (value) => value)
  return { title: plain(title), description: plain(description), html: fill(html, escapeHtml) }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeHtml(text: string) {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}

/** The title and description are texts, not HTML. */
function unescapeHtml(text: string) {
  return Object.entries(entities).reduceRight(
    (result, [character, entity]) => result.replaceAll(entity, character),
    text,
  )
}

async function readIfThere(path: string) {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}
