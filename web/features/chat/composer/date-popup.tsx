import { useId, useState, type SubmitEvent } from 'react'
import { DATE_PLACE_MAX_LENGTH } from '#contract/limits.ts'
import type { SendingDialogProps } from '#web/features/chat/sending-dialog-props.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useNow } from '#web/i18n/now.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { Dialog } from '#web/ui/overlays/lazy-overlay.tsx'
import { dateError, localDay } from './date-form.ts'
import { DayIdeas, PlaceIdeas, TimeIdeas } from './date-ideas.tsx'
import { useFreeMessages } from './free-messages.ts'
import { checkDraft } from './message-draft.ts'
import { SendButton } from './send-button.tsx'

const empty = { day: '', time: '', place: '' }

/** Suggests a date: its day, time and place (CHAT-31). */
export function DatePopup(props: SendingDialogProps) {
  // Each suggestion that is answered has a form of its own.
  return <DateForm key={JSON.stringify(props.dateStart)} {...props} />
}

function DateForm({ profile, prices, credits, open, dateStart, onOpenChange, onSend }: SendingDialogProps) {
  const t = useTranslations('chat-conversation')
  const common = useTranslations('common')
  const [form, setForm] = useState({ ...empty, ...dateStart })
  const [wasSent, setWasSent] = useState(false)
  const { body: place, excess } = checkDraft(form.place, DATE_PLACE_MAX_LENGTH)
  const free = useFreeMessages(prices.text)
  const now = useNow()
  const id = useId()
  const today = localDay(now)
  const errorOf = (part: keyof typeof form) => {
    const error = wasSent && dateError(part, { form, now })
    return error ? t(`date.${error}`) : undefined
  }
  const change = (part: keyof typeof form, value: string) => setForm((old) => ({ ...old, [part]: value }))
  const inputOf = (part: keyof typeof form) => ({
    value: form[part],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => change(part, value),
  })
  const ideasOf = (part: keyof typeof form) => ({
    value: form[part],
    error: errorOf(part),
    onPick: (value: string) => change(part, value),
  })

  function send(event: SubmitEvent) {
    event.preventDefault()
    // While it closes it has the focus still.
    if (!open) return
    setWasSent(true)
    const isComplete = (['day', 'time', 'place'] as const).every((part) => !dateError(part, { form, now }))
    if (!isComplete || excess > 0 || credits < prices.text) return
    onSend({ kind: 'date', when: `${form.day}T${form.time.slice(0, 5)}`, place })
    setForm({ ...empty, ...dateStart })
    setWasSent(false)
    onOpenChange(false)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('date.title', { name: profile.name })}
      closeLabel={common('close')}
    >
      <form noValidate className="flex flex-col gap-4" onSubmit={send}>
        <DayIdeas today={today} {...ideasOf('day')}>
          <TextInput type="date" min={today} required {...inputOf('day')} />
        </DayIdeas>
        <TimeIdeas day={form.day} now={now} {...ideasOf('time')}>
          <TextInput type="time" required {...inputOf('time')} />
        </TimeIdeas>
        <div className="flex flex-col gap-2">
          <Field
            label={<span id={`${id}-place`}>{t('date.place')}</span>}
            error={excess > 0 ? t('gift.tooLong', { max: DATE_PLACE_MAX_LENGTH, excess }) : errorOf('place')}
          >
            <TextInput dir="auto" required {...inputOf('place')} />
          </Field>
          <PlaceIdeas labelId={`${id}-place`} {...ideasOf('place')} />
        </div>
        {free !== null && (
          <p className="-mb-2 text-center text-sm text-text-muted">{t('date.free', { count: free })}</p>
        )}
        <SendButton
          label={t('date.send')}
          price={prices.text}
          isFree={free !== null}
          credits={credits}
          profile={profile}
        />
        <Button variant="ghost" onClick={() => onOpenChange(false)}>
          {common('cancel')}
        </Button>
      </form>
    </Dialog>
  )
}
