import { measures } from '#contract/moderation/cases.ts'
import * as calls from '#contract/operator/members/calls.ts'
import type { MemberFile, ResentMail } from '#contract/operator/members/schemas.ts'
import { ActDialog } from '#web/features/operator/ui/act-dialog.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'

/** Sends one of the mails that this member could have got, again. */
export function ResendForm({ member }: { member: MemberFile }) {
  const t = useTranslations('operator-members.acts')
  const doneT = useTranslations('operator-members.done')
  const options = useMails(member)
  if (options.length === 0) return null
  return (
    <ActDialog
      endpoint={calls.resendMail}
      label={t('resend')}
      text={t('resendText')}
      submit={t('send')}
      close={t('cancel')}
      done={doneT('resend')}
      names={['mail']}
      inputOf={({ mail }) => ({ params: { memberId: member.id }, body: mailOf(mail) })}
    >
      {(fields) => (
        <Field label={t('mail')} error={fields.errorOf('mail')}>
          <Select name="mail" options={options} onChange={() => fields.clear('mail')} />
        </Field>
      )}
    </ActDialog>
  )
}

/** The mails of a member in this state; `receipt:…` and `decision:…` name what they are about. */
function useMails({ state, pendingEmail, confirmedAt, orders, cases }: MemberFile) {
  const t = useTranslations('operator-members.acts.mails')
  const isOpen = state !== 'disabled' && state !== 'deleted'
  const isPaid = (status: string) => ['completed', 'refunded', 'charged_back'].includes(status)
  return [
    ...(isOpen && !confirmedAt ? [{ value: 'confirmation', label: t('confirmation') }] : []),
    ...(isOpen && confirmedAt && pendingEmail
      ? [{ value: 'address_change', label: t('address_change', { email: pendingEmail }) }]
      : []),
    ...(state === 'disabled' ? [] : [{ value: 'password_reset', label: t('password_reset') }]),
    ...orders
      .filter(({ status }) => isPaid(status))
      .map(({ id }) => ({ value: `receipt:${id}`, label: t('receipt', { id }) })),
    ...cases
      .filter(({ decision }) => measures.some((measure) => measure === decision))
      .map(({ reference }) => ({ value: `decision:${reference}`, label: t('decision', { id: reference }) })),
  ]
}

function mailOf(value: string): ResentMail {
  const [mail, id = ''] = value.split(':')
  if (mail === 'receipt') return { mail, orderId: id }
  if (mail === 'decision') return { mail, reference: id }
  return { mail: mail as 'confirmation' | 'address_change' | 'password_reset' }
}
