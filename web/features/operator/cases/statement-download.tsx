import { useState } from 'react'
import { exportStatements } from '#contract/operator/moderation/calls.ts'
import { DAY } from '#contract/time.ts'
import { fileUrl } from '#web/features/operator/ui/list-pages.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useNow } from '#web/i18n/now.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'

/** The statements of reasons of a time as a file, by default of the last 30 days (MOD-28). */
export function StatementDownload() {
  const t = useTranslations('operator-cases.statements')
  const now = useNow()
  const [from, setFrom] = useState(() => dayOf(now.getTime() - 30 * DAY))
  const [to, setTo] = useState(() => dayOf(now.getTime()))
  return (
    <Card render={<section aria-labelledby="statements" />} className="flex flex-col gap-3">
      <h2 id="statements" className="text-lg font-bold">
        {t('title')}
      </h2>
      <p className="text-sm text-text-muted">{t('text')}</p>
      <div className="flex flex-wrap items-end gap-3">
        <Field label={t('from')}>
          <TextInput type="date" required value={from} max={to} onChange={({ target }) => setFrom(target.value)} />
        </Field>
        <Field label={t('to')}>
          <TextInput type="date" required value={to} min={from} onChange={({ target }) => setTo(target.value)} />
        </Field>
        {(['csv', 'json'] as const).map((format) => (
          <Button
            key={format}
            size="sm"
            variant="outline"
            className="min-h-12"
            render={
              <a href={fileUrl(exportStatements.path, { from, to, format })} download>
                {t(format)}
              </a>
            }
          >
            {t(format)}
          </Button>
        ))}
      </div>
    </Card>
  )
}

function dayOf(ms: number) {
  return new Date(ms).toISOString().slice(0, 10)
}
