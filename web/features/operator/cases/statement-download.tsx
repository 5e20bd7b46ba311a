import { useState } from 'react'
import { exportStatements } from '#contract/operator/moderation/calls.ts'
import { exportTransparency } from '#contract/operator/moderation/number-calls.ts'
import { DAY } from '#contract/time.ts'
import { fileUrl } from '#web/features/operator/ui/list-pages.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useNow } from '#web/i18n/now.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'

interface DownloadProps {
  id: string
  title: string
  text: string
  /** The files to choose from, by their formats. */
  files: readonly { name: string; urlOf: (days: { from: string; to: string }) => string }[]
}

/** The statements of reasons of a time as a file, by default of the last 30 days (MOD-28). */
export function StatementDownload() {
  const t = useTranslations('operator-cases.statements')
  return (
    <Download
      id="statements"
      title={t('title')}
      text={t('text')}
      files={(['csv', 'json'] as const).map((format) => ({
        name: t(format),
        urlOf: (days) => fileUrl(exportStatements.path, { ...days, format }),
      }))}
    />
  )
}

/** The counts of a transparency report of a time as a file (OPER-30). */
export function TransparencyDownload() {
  const t = useTranslations('operator-cases')
  return (
    <Download
      id="transparency"
      title={t('numbers.transparency')}
      text={t('numbers.transparencyText')}
      files={[{ name: t('statements.csv'), urlOf: (days) => fileUrl(exportTransparency.path, days) }]}
    />
  )
}

function Download({ id, title, text, files }: DownloadProps) {
  const t = useTranslations('operator-cases.statements')
  const now = useNow()
  const [from, setFrom] = useState(() => dayOf(now.getTime() - 30 * DAY))
  const [to, setTo] = useState(() => dayOf(now.getTime()))
  return (
    <Card render={<section aria-labelledby={id} />} className="flex flex-col gap-3">
      <h2 id={id} className="text-lg font-bold">
        {title}
      </h2>
      <p className="text-sm text-text-muted">{text}</p>
      <div className="flex flex-wrap items-end gap-3">
        <Field label={t('from')}>
          <TextInput type="date" required value={from} max={to} onChange={({ target }) => setFrom(target.value)} />
        </Field>
        <Field label={t('to')}>
          <TextInput type="date" required value={to} min={from} onChange={({ target }) => setTo(target.value)} />
        </Field>
        {files.map(({ name, urlOf }) => (
          <Button
            key={name}
            size="sm"
            variant="outline"
            className="min-h-12"
            render={
              <a href={urlOf({ from, to })} download>
                {name}
              </a>
            }
          >
            {name}
          </Button>
        ))}
      </div>
    </Card>
  )
}

function dayOf(ms: number) {
  return new Date(ms).toISOString().slice(0, 10)
}
