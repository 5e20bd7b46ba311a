import { useState } from 'react'
import { inviteOperator, listOperators } from '#contract/operator/team/calls.ts'
import { operatorRoles, type OperatorRole } from '#contract/operator/permissions.ts'
import { useAct } from '#web/features/operator/access/confirmation.tsx'
import { FormCard } from '#web/features/operator/ui/form-card.tsx'
import { useSentForm } from '#web/features/operator/ui/use-sent-form.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { FormProblem } from '#web/ui/feedback/form-problem.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { InvitationLink } from './invitation-link.tsx'

/** Creates an operator and shows the link for the password. */
export function InviteForm() {
  const t = useTranslations('operator-team')
  const roleT = useTranslations('operator.roles')
  const act = useAct()
  const [invited, setInvited] = useState<{ name: string; url: string } | null>(null)
  const { form, isPending, clear, errorOf } = useSentForm(['name', 'email', 'role'], {
    send: ({ role, ...rest }) => act(inviteOperator, { body: { ...rest, role: role as OperatorRole } }),
    onSent({ url }, { values: { name }, reset }) {
      reset()
      setInvited({ name, url })
    },
    changes: [listOperators],
  })

  return (
    <FormCard
      id="invite"
      title={t('invite.title')}
      form={form}
      columns="md:grid-cols-[1fr_1fr_12rem_auto]"
      below={<InvitationLink url={invited?.url ?? null} name={invited?.name ?? ''} onClose={() => setInvited(null)} />}
    >
      <Field label={t('invite.name')} error={errorOf('name')}>
        <TextInput name="name" autoComplete="off" required onChange={() => clear('name')} />
      </Field>
      <Field label={t('invite.email')} error={errorOf('email')}>
        <TextInput name="email" type="email" autoComplete="off" required onChange={() => clear('email')} />
      </Field>
      <Field label={t('columns.role')} error={errorOf('role')}>
        <Select
          name="role"
          defaultValue="support"
          options={operatorRoles.map((value) => ({ value, label: roleT(value) }))}
        />
      </Field>
      <Button type="submit" isPending={isPending} className="md:mt-6.5">
        {t('invite.submit')}
      </Button>
      <div className="md:col-span-full">
        <FormProblem>{errorOf('form')}</FormProblem>
      </div>
    </FormCard>
  )
}
