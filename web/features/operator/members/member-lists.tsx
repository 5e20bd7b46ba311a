import type { MemberFile } from '#contract/operator/members/schemas.ts'
import { caseKinds, decisions } from '#contract/moderation/cases.ts'
import { noticeChannels, noticeKinds, regularMailKinds, skipReasons } from '#contract/notifications/notice-kinds.ts'
import { useMay } from '#web/features/operator/queries.ts'
import { DataList, type Column } from '#web/features/operator/ui/data-list.tsx'
import { Section } from '#web/features/operator/ui/section.tsx'
import { When } from '#web/features/operator/ui/when.tsx'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { useMoney } from '#web/i18n/use-money.ts'

type Session = MemberFile['sessions'][number]
type Order = MemberFile['orders'][number]
type Case = MemberFile['cases'][number]
type Notice = MemberFile['notices'][number]

/** Sessions, orders, cases and notifications of a member. */
export function MemberLists({ member }: { member: MemberFile }) {
  const t = useTranslations('operator-members')
  const may = useMay()
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <Section title={t('orders.title')}>
        <DataList
          label={t('orders.title')}
          columns={orderColumns}
          rows={member.orders}
          rowId={({ id }) => id}
          rowPath={({ id }) => `/operator/money/orders/${id}`}
          empty={t('orders.none')}
        />
      </Section>
      <Section title={t('cases.title')}>
        <DataList
          label={t('cases.title')}
          columns={caseColumns}
          rows={member.cases}
          rowId={({ reference }) => reference}
          {...(may('cases.see') && { rowPath: ({ reference }: Case) => `/operator/cases/${reference}` })}
          empty={t('cases.none')}
        />
      </Section>
      <Section title={t('sessions.title')}>
        <DataList
          label={t('sessions.title')}
          columns={sessionColumns}
          rows={member.sessions}
          rowId={({ startedAt, browser, system }) => `${startedAt} ${browser} ${system}`}
          empty={t('sessions.none')}
        />
      </Section>
      <Section title={t('notices.title')}>
        <DataList
          label={t('notices.title')}
          columns={noticeColumns}
          rows={member.notices}
          rowId={({ at, channel, kind }) => `${at} ${channel} ${kind}`}
          empty={t('notices.none')}
        />
      </Section>
    </div>
  )
}

const orderColumns: Column<Order>[] = [
  { id: 'id', header: () => <OrderHeading name="id" />, cell: ({ row }) => row.original.id },
  { id: 'amount', header: () => <OrderHeading name="amount" />, cell: ({ row }) => <Amount {...row.original} /> },
  { id: 'credits', header: () => <OrderHeading name="credits" />, cell: ({ row }) => row.original.credits },
  { id: 'state', header: () => <OrderHeading name="state" />, cell: ({ row }) => <OrderState {...row.original} /> },
  { id: 'at', header: () => <OrderHeading name="at" />, cell: ({ row }) => <When at={row.original.createdAt} /> },
]

function OrderHeading({ name }: { name: 'id' | 'amount' | 'credits' | 'state' | 'at' }) {
  const t = useTranslations('operator-members.orders')
  return t(name)
}

function Amount(money: Order) {
  const write = useMoney()
  return <span className="whitespace-nowrap">{write(money)}</span>
}

function OrderState({ status }: Order) {
  const t = useTranslations('operator-members.orderStates')
  return t(status)
}

const caseColumns: Column<Case>[] = [
  { id: 'reference', header: () => <CaseHeading name="reference" />, cell: ({ row }) => row.original.reference },
  { id: 'kind', header: () => <CaseHeading name="kind" />, cell: ({ row }) => <CaseKindName {...row.original} /> },
  {
    id: 'decision',
    header: () => <CaseHeading name="decision" />,
    cell: ({ row }) => <DecisionName {...row.original} />,
  },
  { id: 'at', header: () => <CaseHeading name="at" />, cell: ({ row }) => <When at={row.original.openedAt} /> },
]

function CaseHeading({ name }: { name: 'reference' | 'kind' | 'decision' | 'at' }) {
  const t = useTranslations('operator-members.cases')
  return t(name)
}

function CaseKindName({ kind }: Case) {
  const t = useTranslations('operator-members.caseKinds')
  const name = caseKinds.find((each) => each === kind)
  return name ? t(name) : kind
}

function DecisionName({ decision, until }: Case) {
  const t = useTranslations('operator-members')
  const format = useFormatter()
  if (decision === null) return t('cases.open')
  const name = decisions.find((each) => each === decision)
  const text = name ? t(`decisions.${name}`) : decision
  if (until === null) return text
  return t('cases.until', { decision: text, date: format.dateTime(new Date(until), { dateStyle: 'medium' }) })
}

const sessionColumns: Column<Session>[] = [
  { id: 'device', header: () => <SessionHeading name="device" />, cell: ({ row }) => <Device {...row.original} /> },
  {
    id: 'start',
    header: () => <SessionHeading name="startedAt" />,
    cell: ({ row }) => <When at={row.original.startedAt} />,
  },
  {
    id: 'use',
    header: () => <SessionHeading name="lastUsedAt" />,
    cell: ({ row }) => <When at={row.original.lastUsedAt} />,
  },
]

function SessionHeading({ name }: { name: 'device' | 'startedAt' | 'lastUsedAt' }) {
  const t = useTranslations('operator-members.sessions')
  return t(name)
}

function Device({ browser, system }: Session) {
  const t = useTranslations('operator-members.sessions')
  return [browser, system].filter(Boolean).join(', ') || t('unknown')
}

const noticeColumns: Column<Notice>[] = [
  { id: 'what', header: () => <NoticeHeading name="what" />, cell: ({ row }) => <NoticeName {...row.original} /> },
  { id: 'channel', header: () => <NoticeHeading name="channel" />, cell: ({ row }) => <Channel {...row.original} /> },
  { id: 'result', header: () => <NoticeHeading name="result" />, cell: ({ row }) => <Result {...row.original} /> },
  { id: 'at', header: () => <NoticeHeading name="at" />, cell: ({ row }) => <When at={row.original.at} /> },
]

function NoticeHeading({ name }: { name: 'what' | 'channel' | 'result' | 'at' }) {
  const t = useTranslations('operator-members.notices')
  return t(name)
}

function NoticeName({ kind }: Notice) {
  const t = useTranslations('operator-members.noticeKinds')
  const name = [...noticeKinds, ...regularMailKinds].find((each) => each === kind)
  return name ? t(name) : kind
}

function Channel({ channel }: Notice) {
  const t = useTranslations('operator-members.channels')
  const name = noticeChannels.find((each) => each === channel)
  return name ? t(name) : channel
}

function Result({ skipped, isWaiting }: Notice) {
  const t = useTranslations('operator-members')
  if (isWaiting) return t('notices.waiting')
  if (skipped === null) return t('notices.sent')
  const reason = skipReasons.find((each) => each === skipped)
  return reason ? t(`skipped.${reason}`) : skipped
}
