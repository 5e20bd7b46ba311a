import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { updateProfile } from '#contract/profiles/calls.ts'
import { profileChoices, type ProfileChoice } from '#contract/profiles/profile-fields.ts'
import { call } from '#web/api/call.ts'
import { useChoiceText } from '#web/features/profiles/form/use-choice-text.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { FormProblem } from '#web/ui/feedback/form-problem.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { ChoiceCards } from '#web/ui/forms/choice-cards.tsx'
import { FieldGroup } from '#web/ui/forms/field.tsx'
import { choiceIcon } from './choice-icons.tsx'
import { CompleteActions, type CompleteStepProps } from './step-actions.tsx'

/** Stands for 'Rather not say', which is null in the contract. */
const UNSAID = 'unsaid'

interface Props extends CompleteStepProps {
  name: ProfileChoice
}

/** Asks for one optional choice. A press on a card saves it and goes on; with the keyboard a button does. */
export function ChoiceStep({ name, profile, onDone }: Props) {
  const t = useTranslations('signup.complete')
  const own = useTranslations('profiles.own')
  const choiceText = useChoiceText()
  const errorText = useErrorText()
  const client = useQueryClient()
  const stored = profile[name]
  const [choice, setChoice] = useState<string | null>(stored)
  const save = useMutation({
    mutationFn: (value: string) =>
      // A value of the list below, or none.
      call(updateProfile, { body: { [name]: value === UNSAID ? null : value } }),
    onSuccess(reply) {
      client.setQueryData(ownProfileQuery().queryKey, reply)
      onDone()
    },
  })

  function saveOnce(value: string) {
    if (!save.isPending) save.mutate(value)
  }

  return (
    <form
      method="post"
      className="flex grow flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        if (choice) saveOnce(choice)
      }}
    >
      <FormProblem>{save.error && errorText(save.error)}</FormProblem>
      <FieldGroup label={own(name)} isLabelHidden>
        <ChoiceCards
          name={name}
          value={choice}
          onValueChange={setChoice}
          onPick={saveOnce}
          disabled={save.isPending}
          options={[
            ...profileChoices[name].map((value) => ({
              value,
              label: choiceText(name, value, profile.gender),
              icon: choiceIcon(name, value),
            })),
            // Takes back an answer; otherwise skipping says the same.
            ...(stored ? [{ value: UNSAID, label: own('unsaid') }] : []),
          ]}
        />
      </FieldGroup>
      <CompleteActions onDone={onDone}>
        {choice && (
          <Button type="submit" size="lg" isWide isPending={save.isPending}>
            {t('save')}
          </Button>
        )}
      </CompleteActions>
    </form>
  )
}
