import Share2 from 'lucide-react/icons/share-2'
import { useId, useState, type SubmitEvent } from 'react'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { useIsHydrated } from '#web/ui/hooks/use-is-hydrated.ts'
import { handOver, instantOf, readPlan, type DatePart, type DatePlan, type Handed } from './date-plan.ts'

const NAME_MAX_LENGTH = 60
const PLACE_MAX_LENGTH = 200

interface Props {
  /** Of the members that the viewer writes with, to choose from. */
  names: readonly string[]
}

/** Writes a text about a date and hands it to the device. The site never gets it (MOD-33). */
export function ShareDate({ names }: Props) {
  const t = useTranslations('safety.date')
  const list = useId()
  // Before that, the browser would send the form to the server.
  const isHydrated = useIsHydrated()
  const { missing, sent, submit, complete } = useSharing()
  const errorOf = (part: DatePart) => missing.includes(part) && t('required')
  return (
    <Card padding="lg" render={<section aria-label={t('title')} />} className="flex flex-col gap-4">
      <div>
        <p>{t('lead')}</p>
        <p className="mt-1 text-sm text-text-muted">{t('privacy')}</p>
      </div>
      <form noValidate autoComplete="off" onSubmit={submit} onInput={complete} className="flex flex-col gap-4">
        <Field label={t('who')} error={errorOf('who')}>
          <TextInput name="who" list={list} maxLength={NAME_MAX_LENGTH} required />
        </Field>
        <datalist id={list}>
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </datalist>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('day')} error={errorOf('day')}>
            <TextInput name="day" type="date" required />
          </Field>
          <Field label={t('time')} error={errorOf('time')}>
            <TextInput name="time" type="time" required />
          </Field>
        </div>
        <Field label={t('place')} error={errorOf('place')}>
          <TextInput name="place" maxLength={PLACE_MAX_LENGTH} required />
        </Field>
        <Button type="submit" className="sm:self-start" icon={<Share2 aria-hidden />} disabled={!isHydrated}>
          {t('share')}
        </Button>
      </form>
      <div role="status" className="flex flex-col gap-2 empty:sr-only">
        {sent?.handed === 'copied' && <p className="font-medium">{t('copied')}</p>}
        {sent?.handed === 'by-hand' && <p className="font-medium">{t('byHand')}</p>}
        {sent && (
          <p dir="auto" className="rounded-md bg-surface-muted p-4 wrap-anywhere select-all">
            {sent.text}
          </p>
        )}
      </div>
    </Card>
  )
}

function useSharing() {
  const t = useTranslations('safety.date')
  const format = useFormatter()
  const [missing, setMissing] = useState<readonly DatePart[]>([])
  const [sent, setSent] = useState<{ text: string; handed: Handed } | null>(null)

  function textOf(plan: DatePlan) {
    const when = format.dateTime(instantOf(plan), { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' })
    return t('text', { name: plan.who, when, place: plan.place })
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const { plan, missing: empty } = readPlan(new FormData(form))
    setMissing(empty)
    if (empty[0]) {
      form.querySelector<HTMLInputElement>(`[name=${empty[0]}]`)?.focus()
      return
    }
    const text = textOf(plan)
    // `share` needs its navigator as `this`.
    const share = 'share' in navigator ? (data: { text: string }) => navigator.share(data) : undefined
    const handed = await handOver(text, { ...(share && { share }), clipboard: navigator.clipboard })
    setSent({ text, handed })
  }

  return {
    missing,
    sent,
    submit: (event: SubmitEvent<HTMLFormElement>) => void submit(event),
    /** Takes back the error of fields that are no longer empty, and a text that is no longer theirs. */
    complete: (event: { currentTarget: HTMLFormElement }) => {
      const { missing: empty } = readPlan(new FormData(event.currentTarget))
      setMissing((before) => before.filter((part) => empty.includes(part)))
      setSent(null)
    },
  }
}
