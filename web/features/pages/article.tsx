import type { ReactNode } from 'react'

interface ArticleProps {
  title: string
  /** Shown in small print under the title. */
  note?: string
  children: ReactNode
}

/** A page of text in one narrow column. */
export function Article({ title, note, children }: ArticleProps) {
  return (
    <article className="mx-auto max-w-prose py-4">
      <h1 className="text-3xl font-bold tracking-tight">{title}</h1>
      {note && <p className="mt-2 text-sm text-text-muted">{note}</p>}
      <div className="mt-8 space-y-8">{children}</div>
    </article>
  )
}

export function ArticleSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="text-lg font-bold">{title}</h2>
      <p className="mt-2 text-text-muted">{children}</p>
    </section>
  )
}
