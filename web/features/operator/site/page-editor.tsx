import { useMutation } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import {
  changePageText,
  getPageText,
  listHistory,
  listPageTexts,
  previewPageText,
} from '#contract/operator/site/calls.ts'
import { languageNames, type Language } from '#contract/languages.ts'
import type { PageName } from '#contract/pages/page-names.ts'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import { useLoaded } from '#web/api/use-cached.ts'
import { useAct } from '#web/features/operator/access/confirmation.tsx'
import { useActing } from '#web/features/operator/access/use-acting.ts'
import { useMay } from '#web/features/operator/queries.ts'
import { ConsoleTitle } from '#web/features/operator/ui/console-title.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Textarea } from '#web/ui/forms/textarea.tsx'
import { History } from './history.tsx'
import { pageQuery } from './queries.ts'

interface Which {
  page: PageName
  language: Language
}

/** The Markdown of a static page with a preview, and its history (PAGES-8). */
export function PageEditor(which: Which) {
  const t = useTranslations('operator-site')
  const { version } = useLoaded(pageQuery(which))
  const { page, language } = which
  return (
    <>
      <ConsoleTitle title={t('pageTitle', { page, language: languageNames[language] })} />
      <PageForm key={version} which={which} />
      <History subject={`page/${page}/${language}`} version={version} restores={[getPageText, listPageTexts]} />
    </>
  )
}

function PageForm({ which }: { which: Which }) {
  const t = useTranslations('operator-site')
  const stored = useLoaded(pageQuery(which))
  const may = useMay()
  const [markdown, setMarkdown] = useState(stored.markdown)
  const [asksConsent, setAsksConsent] = useState(false)
  const changes = [getPageText, listPageTexts, listHistory]
  const { mutate, isPending } = useActing(changePageText, { done: t('saved'), changes })
  const disabled = !may('site.manage')

  function save(text: string | null) {
    mutate({ params: which, body: { markdown: text, asksConsent, expectedVersion: stored.version } })
  }

  return (
    <Card>
      <form
        method="post"
        noValidate
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault()
          save(markdown)
        }}
        className="flex flex-col gap-4"
      >
        <Field label={t('markdown')} description={t('markdownHelp')}>
          <Textarea
            name="markdown"
            rows={12}
            maxRows={28}
            value={markdown}
            disabled={disabled}
            onChange={({ target }) => setMarkdown(target.value)}
            className="font-mono text-sm"
          />
        </Field>
        {stored.isConsent && !disabled && (
          <Checkbox
            label={t('asksConsent')}
            description={t('asksConsentHelp')}
            checked={asksConsent}
            onChange={({ target }) => setAsksConsent(target.checked)}
          />
        )}
        <div className="flex flex-wrap gap-3">
          {!disabled && (
            <Button type="submit" isPending={isPending}>
              {t('save')}
            </Button>
          )}
          {!disabled && stored.isOwn && (
            <Button type="button" variant="ghost" disabled={isPending} onClick={() => save(null)}>
              {t('useBuiltIn')}
            </Button>
          )}
        </div>
        <Preview markdown={markdown} language={which.language} />
      </form>
    </Card>
  )
}

function Preview({ markdown, language }: { markdown: string; language: Language }) {
  const t = useTranslations('operator-site')
  const act = useAct()
  const showError = useErrorToast()
  const { mutate, data, isPending } = useMutation({
    mutationFn: () => act(previewPageText, { body: { markdown, language } }),
    onError: showError,
  })
  return (
    <>
      <div>
        <Button type="button" variant="outline" isPending={isPending} onClick={() => mutate()}>
          {t('preview')}
        </Button>
      </div>
      {data && (
        <article lang={language} className="prose rounded-md border border-line p-4">
          <h2>{data.title}</h2>
          <div
            // eslint-disable-next-line react/no-danger -- The server escapes markup.
            dangerouslySetInnerHTML={{ __html: data.html }}
          />
        </article>
      )}
    </>
  )
}
