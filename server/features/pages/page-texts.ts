import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { marked } from 'marked'
import type { Language } from '#contract/languages.ts'
import type { PageName } from '#contract/pages/page-names.ts'
import { getOrLoad } from '#server/platform/load-once.ts'

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

/** The texts of static pages as HTML with variables. Each file is read once until the next start. */
export class PageTexts {
  readonly #directory: string | undefined
  readonly #texts = new Map<string, Promise<PageText>>()

  /** `directory`: the operator's own texts, which take precedence file by file. */
  constructor(directory: string | undefined) {
    this.#directory = directory
  }

  async find({ page, language }: WhichText): Promise<PageText> {
    const file = join(language, `${page}.md`)
    return getOrLoad(this.#texts, file, () => this.#read(file))
  }

  async #read(file: string) {
    const own = this.#directory === undefined ? null : await readIfThere(join(this.#directory, file))
    return parsePageText(own ?? (await readFile(join(builtIn, file), 'utf8')))
  }
}

/** Reads a page: its first heading is the title, its first paragraph describes it. */
export function parsePageText(markdown: string): PageText {
  const [, title = '', rest = markdown] = /^\s*# (.+)\n([\s\S]*)$/.exec(markdown) ?? []
  const html = marked.parse(rest, { async: false, gfm: true })
  const [, description = ''] = /<p>([\s\S]*?)<\/p>/.exec(html) ?? []
  return { title: title.trim(), description: withoutTags(description), html }
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
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
