import { useQuery } from '@tanstack/react-query'
import { FormProvider, useController, useFormContext, type UseFormReturn } from 'react-hook-form'
import type { FictionalProfile } from '#contract/profiles/fictional-schemas.ts'
import { siteQuery } from '#web/features/operator/site/queries.ts'
import { AnswersField } from '#web/features/profiles/form/answers-field.tsx'
import { InterestChips } from '#web/features/profiles/form/interest-chips.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { FieldGroup } from '#web/ui/forms/field.tsx'

/** What is no text field: the interests, and the answers to prompts. */
export type Extras = Pick<FictionalProfile, 'answers' | 'interests'>
export const noExtras: Extras = { answers: [], interests: [] }

/** Where the errors of the server are shown: of the answers at all of them. */
export const extraPlaces = ['interests', 'answers'] as const

interface Props {
  /** The site whose interests are offered. */
  siteId: number
  form: UseFormReturn<Extras>
  disabled?: boolean
  errorOf: (name: (typeof extraPlaces)[number]) => string | undefined
}

/** Interests and answers, as members choose and write them. */
export function FictionalExtras({ siteId, form, disabled = false, errorOf }: Props) {
  return (
    <FormProvider {...form}>
      <fieldset disabled={disabled} className="flex min-w-0 flex-col gap-4 sm:col-span-full">
        <Interests siteId={siteId} error={errorOf('interests')} />
        <AnswersField errorOf={(name) => (name === 'answers' ? errorOf(name) : undefined)} />
      </fieldset>
    </FormProvider>
  )
}

function Interests({ siteId, error }: { siteId: number; error: string | undefined }) {
  const t = useTranslations('profiles')
  const { control } = useFormContext<Extras>()
  const { field } = useController({ control, name: 'interests' })
  const { data: site } = useQuery(siteQuery(siteId))
  const offered = site?.settings.interests ?? []
  // One that the site no longer offers may stay.
  const options = [...offered, ...field.value.filter((interest) => !offered.includes(interest))]
  return (
    <FieldGroup label={t('interests')} error={error}>
      <div className="max-h-72 overflow-y-auto p-1">
        <InterestChips offered={options} chosen={field.value} onChange={field.onChange} />
      </div>
    </FieldGroup>
  )
}
