import { useState } from 'react'
import { DELETION_DAYS } from '#contract/limits.ts'
import * as calls from '#contract/operator/members/calls.ts'
import type { MemberFile } from '#contract/operator/members/schemas.ts'
import { useActing } from '#web/features/operator/access/use-acting.ts'
import { useMay } from '#web/features/operator/queries.ts'
import { ActDialog } from '#web/features/operator/ui/act-dialog.tsx'
import { ReasonField } from '#web/features/operator/ui/reason-field.tsx'
import { Section } from '#web/features/operator/ui/section.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { OpenCaseForm } from './open-case-form.tsx'
import { ResendForm } from './resend-form.tsx'

const changes = [calls.getMember, calls.listMemberLedger, calls.listMembers]

/** What the role of the operator can do about a member in this state. */
export function MemberActs({ member }: { member: MemberFile }) {
  const t = useTranslations('operator-members.acts')
  const may = useMay()
  const isOpen = member.state !== 'disabled' && member.state !== 'deleted'
  const canAct = may('members.act')
  const canAdjust = may('credits.adjust') && member.state !== 'deleted'
  const canDelete = may('members.delete') && isOpen
  const canOpenCase = may('cases.decide')
  if (!canAct && !canAdjust && !canDelete && !canOpenCase) return null
  return (
    <Section title={t('title')}>
      <div className="flex flex-wrap gap-2">
        {canAct && isOpen && <CorrectForm member={member} />}
        {canAct && <QuickActs member={member} isOpen={isOpen} />}
        {canAct && <ResendForm member={member} />}
        {canAct && member.mailStop === 'fbl' && <MailComplaintForm member={member} />}
        {canAdjust && <CreditForm member={member} />}
        {canOpenCase && <OpenCaseForm memberId={member.id} />}
        {canDelete && <DeleteForm member={member} />}
      </div>
    </Section>
  )
}

/** Acts without a form. */
function QuickActs({ member: { id, name, state }, isOpen }: { member: MemberFile; isOpen: boolean }) {
  const t = useTranslations('operator-members.acts')
  const doneT = useTranslations('operator-members.done')
  const input = { params: { memberId: id } }
  const logOut = useActing(calls.logMemberOut, { done: doneT('logOut', { name }), changes })
  const pause = useActing(calls.pauseMember, { done: doneT('pause', { name }), changes })
  const resume = useActing(calls.resumeMember, { done: doneT('resume', { name }), changes })
  const send = useActing(calls.exportMember, { done: doneT('export', { name }) })
  const button = (label: string, { mutate, isPending }: Pick<typeof logOut, 'mutate' | 'isPending'>) => (
    <Button size="sm" variant="outline" isPending={isPending} onClick={() => mutate(input)}>
      {label}
    </Button>
  )
  return (
    <>
      {button(t('logOut'), logOut)}
      {isOpen && (state === 'paused' ? button(t('resume'), resume) : button(t('pause'), pause))}
      {isOpen && button(t('export'), send)}
    </>
  )
}

function CorrectForm({ member }: { member: MemberFile }) {
  const t = useTranslations('operator-members.acts')
  const doneT = useTranslations('operator-members.done')
  const changed = (value: string, stored: string) => (value.trim() === stored ? undefined : value)
  return (
    <ActDialog
      endpoint={calls.correctMember}
      label={t('correct')}
      text={t('correctText')}
      submit={t('save')}
      close={t('cancel')}
      done={doneT('correct')}
      changes={changes}
      names={['name', 'birthDate', 'email', 'reason']}
      inputOf={({ name, birthDate, email, reason }) => ({
        params: { memberId: member.id },
        body: {
          name: changed(name, member.name),
          birthDate: changed(birthDate, member.birthDate),
          email: changed(email, member.email),
          reason,
        },
      })}
    >
      {(fields) => (
        <>
          <Field label={t('name')} error={fields.errorOf('name')}>
            <TextInput
              name="name"
              defaultValue={member.name}
              autoComplete="off"
              onChange={() => fields.clear('name')}
            />
          </Field>
          <Field label={t('birthDate')} error={fields.errorOf('birthDate')}>
            <TextInput
              name="birthDate"
              type="date"
              defaultValue={member.birthDate}
              onChange={() => fields.clear('birthDate')}
            />
          </Field>
          <Field label={t('email')} error={fields.errorOf('email')}>
            <TextInput
              name="email"
              type="email"
              defaultValue={member.email}
              autoComplete="off"
              onChange={() => fields.clear('email')}
            />
          </Field>
          <ReasonField fields={fields} />
        </>
      )}
    </ActDialog>
  )
}

function CreditForm({ member }: { member: MemberFile }) {
  const t = useTranslations('operator-members.acts')
  const doneT = useTranslations('operator-members.done')
  // Of this form, until it has succeeded: sent twice it counts once.
  const [clientId, setClientId] = useState(() => crypto.randomUUID())
  return (
    <ActDialog
      endpoint={calls.adjustMemberCredits}
      label={t('credits')}
      text={t('creditsText', { left: member.creditsLeft })}
      submit={t('book')}
      close={t('cancel')}
      done={doneT('credits')}
      changes={changes}
      names={['amount', 'reason']}
      inputOf={({ amount, reason }) => ({
        params: { memberId: member.id },
        body: { clientId, amount: Number(amount), reason },
      })}
      onSuccess={() => setClientId(crypto.randomUUID())}
    >
      {(fields) => (
        <>
          <Field label={t('amount')} description={t('amountHelp')} error={fields.errorOf('amount')}>
            <TextInput name="amount" type="number" step={1} onChange={() => fields.clear('amount')} />
          </Field>
          <ReasonField fields={fields} />
        </>
      )}
    </ActDialog>
  )
}

function MailComplaintForm({ member: { id, name } }: { member: MemberFile }) {
  const t = useTranslations('operator-members.acts')
  const doneT = useTranslations('operator-members.done')
  return (
    <ActDialog
      endpoint={calls.liftMailComplaint}
      label={t('restartMails')}
      text={t('restartMailsText', { name })}
      submit={t('restartMails')}
      close={t('cancel')}
      done={doneT('restartMails', { name })}
      changes={changes}
      names={['reason']}
      inputOf={({ reason }) => ({ params: { memberId: id }, body: { reason } })}
    >
      {(fields) => <ReasonField fields={fields} />}
    </ActDialog>
  )
}

function DeleteForm({ member }: { member: MemberFile }) {
  const t = useTranslations('operator-members.acts')
  const doneT = useTranslations('operator-members.done')
  return (
    <ActDialog
      endpoint={calls.deleteMember}
      label={t('delete')}
      text={t('deleteText', { name: member.name, days: DELETION_DAYS })}
      submit={t('delete')}
      close={t('cancel')}
      done={doneT('delete')}
      isDangerous
      changes={changes}
      names={['reason']}
      inputOf={({ reason }) => ({ params: { memberId: member.id }, body: { reason } })}
    >
      {(fields) => <ReasonField fields={fields} />}
    </ActDialog>
  )
}
