import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { textLanguage } from '#contract/languages.ts'
import type { PageName } from '#contract/pages/page-names.ts'
import { useLanguage } from '#web/i18n/texts-provider.tsx'
import { pageTextQuery } from './queries.ts'

/** Returns the text that a page's loader fetched; after a change of language the old one at first. */
export function usePageText(page: PageName) {
  const { language } = useLanguage()
  const { data } = useQuery(pageTextQuery({ page, language: textLanguage(language) }))
  const [shown, setShown] = useState(data)
  if (data && data !== shown) setShown(data)
  return (data ?? shown)?.text
}

interface StaticPageProps {
  text: ReturnType<typeof usePageText>
  /** Shown in small print under the title. */
  note?: string
  children?: ReactNode
}

/** A page of text in one narrow column: the text of a Markdown file, then what the page adds. */
export function StaticPage({ text, note, children }: StaticPageProps) {
  if (!text) return null
  return (
    <article className="mx-auto max-w-prose py-4">
      <h1 className="bar-title text-3xl font-bold tracking-tight">{text.title}</h1>
      {note && <p className="mt-2 text-sm text-text-muted">{note}</p>}
      <div
        className="prose mt-6"
        // eslint-disable-next-line react/no-danger -- Written by us or the operator, with escaped values.
        dangerouslySetInnerHTML={{ __html: text.html }}
      />
      {children}
    </article>
  )
}
