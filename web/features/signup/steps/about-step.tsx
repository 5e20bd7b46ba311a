import { useTranslations } from '#web/i18n/intl.tsx'
import { ProfileEdit } from '#contract/profiles/schemas.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Textarea } from '#web/ui/forms/textarea.tsx'
import { ProfileStepForm } from '../profile-step-form.tsx'
import type { CompleteStepProps } from './step-actions.tsx'
import { useProfileStep } from '../use-profile-step.ts'

const starters = ['happy', 'laugh', 'passion', 'looking'] as const
const schema = ProfileEdit.pick({ about: true })

/** Asks for a few sentences, with starts to choose from. */
export function AboutStep({ profile, onDone }: CompleteStepProps) {
  const t = useTranslations('signup.complete')
  const profiles = useTranslations('profiles')
  const { about } = profile
  const form = useProfileStep({ name: 'about', profile, schema, defaultValues: { about }, onDone })

  function begin(start: string, { form: element }: HTMLButtonElement) {
    const written = form.getValues('about')
    form.setValue('about', written.trim() === '' ? start : `${written.trimEnd()}\n${start}`)
    // At once: the focus of the form library comes after a key that follows quickly.
    const text = element?.elements.namedItem('about')
    if (text instanceof HTMLElement) text.focus()
  }

  return (
    <ProfileStepForm form={form} onDone={onDone}>
      <Field label={profiles('about')} isLabelHidden error={form.errorOf('about')}>
        <Textarea dir="auto" {...form.register('about')} defaultValue={about} rows={4} />
      </Field>
      <div role="group" aria-label={t('startersLabel')} className="flex flex-wrap gap-2">
        <p aria-hidden className="w-full text-sm text-text-muted">
          {t('startersLabel')}
        </p>
        {starters.map((starter) => (
          <Button
            key={starter}
            variant="outline"
            onClick={({ currentTarget }) => begin(t(`starters.${starter}`), currentTarget)}
          >
            {t(`starters.${starter}`)}…
          </Button>
        ))}
      </div>
    </ProfileStepForm>
  )
}
