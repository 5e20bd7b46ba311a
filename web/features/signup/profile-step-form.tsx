import type { ReactNode } from 'react'
import { FormProvider, type FieldValues } from 'react-hook-form'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { ProfileChange } from '#contract/profiles/schemas.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { FormProblem } from '#web/ui/feedback/form-problem.tsx'
import { CompleteActions, type CompleteStepProps } from './steps/step-actions.tsx'
import type { useProfileStep } from './use-profile-step.ts'

interface Props<Input extends FieldValues, Output extends ProfileChange> extends Pick<CompleteStepProps, 'onDone'> {
  form: ReturnType<typeof useProfileStep<Input, Output>>
  /** The fields. */
  children: ReactNode
}

/** A step that asks for fields of the profile, with its buttons. */
export function ProfileStepForm<Input extends FieldValues, Output extends ProfileChange>({
  form,
  onDone,
  children,
}: Props<Input, Output>) {
  const t = useTranslations('signup.complete')
  return (
    <FormProvider {...form}>
      <form method="post" noValidate className="flex grow flex-col gap-6" onSubmit={form.submit}>
        <FormProblem>{form.problem}</FormProblem>
        {children}
        <CompleteActions onDone={onDone}>
          <Button type="submit" size="lg" isWide disabled={!form.isReady} isPending={form.isSending}>
            {t('save')}
          </Button>
        </CompleteActions>
      </form>
    </FormProvider>
  )
}
