import { useState, type SubmitEvent } from 'react'
import type { CaseView } from '#contract/moderation/case-schemas.ts'
import type { INTIMATE_IMAGE } from '#contract/moderation/cases.ts'
import { REMOVAL_PLACE_MAX_LENGTH } from '#contract/limits.ts'
import { useFields } from '#web/features/accounts/login/use-fields.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { FormProblem } from '#web/ui/feedback/form-problem.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { Section } from './section.tsx'
import type { useCaseWork } from './use-case-work.ts'

interface CaseImageFormProps {
  view: Pick<CaseView, 'claim' | 'reason' | 'subject'>
  work: Pick<ReturnType<typeof useCaseWork>, 'nameImage'>
}

/** In such a case it is an image. */
const imageReason: typeof INTIMATE_IMAGE = 'intimate_image'

/** Says which image or member a case is about, by its address or as one of the member's photos. */
export function CaseImageForm({ view: { claim, reason, subject }, work }: CaseImageFormProps) {
  const t = useTranslations('operator-cases')
  const [isPending, setIsPending] = useState(false)
  const { formRef, values, showFailure, clear, errorOf } = useFields(['place'])
  if (claim !== 'mine') return null

  async function name(place: string) {
    if (isPending) return
    setIsPending(true)
    try {
      await work.nameImage(place)
    } catch (error) {
      showFailure(error)
    } finally {
      setIsPending(false)
    }
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    void name(values().place)
  }

  return (
    <Section title={t(reason === imageReason ? 'image.title' : 'image.memberTitle')}>
      <form method="post" ref={formRef} onSubmit={submit} noValidate className="flex flex-col gap-3">
        <FormProblem>{errorOf('form')}</FormProblem>
        <Field label={t('case.place')} description={t('image.help')} error={errorOf('place')}>
          <TextInput
            name="place"
            autoComplete="off"
            maxLength={REMOVAL_PLACE_MAX_LENGTH}
            onChange={() => clear('place')}
          />
        </Field>
        <Button type="submit" variant="outline" className="self-start" isPending={isPending}>
          {t('image.set')}
        </Button>
      </form>
      {subject && subject.photoIds.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {subject.photoIds.map((photoId, index) => (
            <Button key={photoId} size="sm" variant="outline" onClick={() => void name(photoId)}>
              {t('image.photo', { number: index + 1 })}
            </Button>
          ))}
        </div>
      )}
    </Section>
  )
}
