import { useMutation } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { readMemberMessages } from '#contract/operator/members/calls.ts'
import type { MessagePlace, ReadMessage } from '#contract/operator/members/schemas.ts'
import { useFields } from '#web/features/accounts/login/use-fields.ts'
import { useAct } from '#web/features/operator/access/confirmation.tsx'
import { DataList, type Columns } from '#web/features/operator/ui/data-list.tsx'
import { ReasonField } from '#web/features/operator/ui/reason-field.tsx'
import { Section } from '#web/features/operator/ui/section.tsx'
import { When } from '#web/features/operator/ui/when.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { FormProblem } from '#web/ui/feedback/form-problem.tsx'

interface ReadPages {
  reason: string
  messages: ReadMessage[]
  next: MessagePlace | null
}

/** The messages of a member, once the operator has given a reason (OPER-10). */
export function MemberMessages({ memberId, name }: { memberId: string; name: string }) {
  const t = useTranslations('operator-members.messages')
  const act = useAct()
  const { formRef, values, showFailure, clear, errorOf } = useFields(['reason'])
  const [pages, setPages] = useState<ReadPages | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: ({ reason, before }: { reason: string; before?: MessagePlace }) =>
      act(readMemberMessages, { params: { memberId }, body: { reason, before } }),
    onSuccess({ messages, next }, { reason, before }) {
      setPages((earlier) => ({ reason, messages: [...(before ? (earlier?.messages ?? []) : []), ...messages], next }))
    },
    onError: showFailure,
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isPending) mutate(values())
  }

  return (
    <Section title={t('title')}>
      <p className="text-sm text-text-muted">{t('text')}</p>
      <form
        method="post"
        ref={formRef}
        onSubmit={submit}
        noValidate
        className="flex max-w-xl flex-col items-start gap-3"
      >
        <FormProblem>{errorOf('form')}</FormProblem>
        <div className="w-full">
          <ReasonField fields={{ errorOf, clear }} />
        </div>
        <Button type="submit" size="sm" variant="secondary" isPending={isPending}>
          {t('read')}
        </Button>
      </form>
      {pages && (
        <DataList
          label={t('label', { name })}
          columns={columns}
          heading={(column) => t(column)}
          rows={pages.messages}
          rowId={({ conversationId, seq }) => `${conversationId} ${seq}`}
          empty={t('none')}
        />
      )}
      {pages?.next && (
        <Button
          size="sm"
          variant="outline"
          className="self-start"
          isPending={isPending}
          onClick={() => mutate({ reason: pages.reason, ...(pages.next && { before: pages.next }) })}
        >
          {t('more')}
        </Button>
      )}
    </Section>
  )
}

const columns = {
  with: Partner,
  direction: Direction,
  message: Text,
  at: When,
} satisfies Columns<ReadMessage>

function Partner({ partner }: ReadMessage) {
  const t = useTranslations('operator-members.messages')
  return partner?.name ?? t('gone')
}

function Direction({ isSent }: ReadMessage) {
  const t = useTranslations('operator-members.messages')
  return isSent ? t('sent') : t('received')
}

const otherKinds = ['photo', 'gift', 'voice', 'date', 'system', 'deleted'] as const

function Text({ kind, text }: ReadMessage) {
  const t = useTranslations('operator-members.messages.kind')
  const name = otherKinds.find((each) => each === kind)
  return (
    <span className="block max-w-prose whitespace-pre-wrap wrap-anywhere">
      {name && <span className="text-text-muted">{t(name)} </span>}
      {text}
    </span>
  )
}
