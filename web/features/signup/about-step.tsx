import { Controller } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { ProfileEdit } from '#contract/profiles.ts'
import { withItem } from '#web/features/profiles/profile-form-values.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { ToggleChip } from '#web/ui/elements/chip.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Field, FieldGroup } from '#web/ui/forms/field.tsx'
import { Textarea } from '#web/ui/forms/textarea.tsx'
import { CompleteButtons } from './complete-buttons.tsx'
import type { CompleteStepProps } from './complete-step.ts'
import { useProfileStep } from './use-profile-step.ts'

const starters = ['happy', 'laugh', 'passion', 'looking'] as const
const schema = ProfileEdit.pick({ about: true, interests: true })

/** Asks for a few sentences, with starts to choose from, and for interests. */
export function AboutStep({ profile, onDone, onBack }: CompleteStepProps) {
  const t = useTranslations('signup.complete')
  const profiles = useTranslations('profiles')
  const { interests: offered } = useSettings()
  const { about, interests } = profile
  const form = useProfileStep({ name: 'about', profile, schema, defaultValues: { about, interests }, onDone })

  function begin(start: string, { form: element }: HTMLButtonElement) {
    const written = form.getValues('about')
    form.setValue('about', written.trim() === '' ? start : `${written.trimEnd()}\n${start}`)
    // At once: the focus of the form library comes after a key that follows quickly.
    const text = element?.elements.namedItem('about')
    if (text instanceof HTMLElement) text.focus()
  }

  return (
    <form method="post" noValidate className="flex flex-col gap-6" onSubmit={form.submit}>
      {form.problem && (
        <Alert tone="danger" isLive>
          {form.problem}
        </Alert>
      )}
      <div className="flex flex-col gap-3">
        <Field label={profiles('about')} error={form.errorOf('about')}>
          <Textarea {...form.register('about')} defaultValue={about} rows={4} />
        </Field>
        <div role="group" aria-label={t('startersLabel')} className="flex flex-wrap gap-2">
          <p aria-hidden className="w-full text-sm text-text-muted">
            {t('startersLabel')}
          </p>
          {starters.map((starter) => (
            <Button
              key={starter}
              variant="outline"
              size="sm"
              onClick={({ currentTarget }) => begin(t(`starters.${starter}`), currentTarget)}
            >
              {t(`starters.${starter}`)}…
            </Button>
          ))}
        </div>
      </div>
      <FieldGroup label={profiles('interests')} error={form.errorOf('interests')}>
        <Controller
          control={form.control}
          name="interests"
          render={({ field }) => (
            <div className="flex max-h-72 flex-wrap gap-2 overflow-y-auto p-1">
              {offered.map((interest) => (
                <ToggleChip
                  key={interest}
                  isPressed={field.value.includes(interest)}
                  onPressedChange={(isPressed) => field.onChange(withItem(field.value, interest, isPressed))}
                >
                  {profiles(`interest.${interest}`)}
                </ToggleChip>
              ))}
            </div>
          )}
        />
      </FieldGroup>
      <CompleteButtons onDone={onDone} {...(onBack && { onBack })}>
        <Button type="submit" size="lg" isWide disabled={!form.isReady} isPending={form.isSending}>
          {t('save')}
        </Button>
      </CompleteButtons>
    </form>
  )
}
