import type { MemberFile } from '#contract/operator/members/schemas.ts'
import { caseKinds, decisions } from '#contract/moderation/cases.ts'
import { noticeChannels, noticeKinds, regularMailKinds, skipReasons } from '#contract/notifications/notice-kinds.ts'
import { useMay } from '#web/features/operator/queries.ts'
import { DataList, type Columns } from '#web/features/operator/ui/data-list.tsx'
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
          heading={(name) => t(`orders.${name}`)}
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
          heading={(name) => t(`cases.${name}`)}
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
          heading={(name) => t(`sessions.${name}`)}
          rows={member.sessions}
          rowId={({ startedAt, browser, system }) => `${startedAt} ${browser} ${system}`}
          empty={t('sessions.none')}
        />
      </Section>
      <Section title={t('notices.title')}>
        <DataList
          label={t('notices.title')}
          columns={noticeColumns}
          heading={(name) => t(`notices.${name}`)}
          rows={member.notices}
          rowId={({ at, channel, kind }) => `${at} ${channel} ${kind}`}
          empty={t('notices.none')}
        />
      </Section>
    </div>
  )
}

const orderColumns = {
  id: ({ id }) => id,
  amount: Amount,
  credits: ({ credits }) => credits,
  state: OrderState,
  at: ({ createdAt }) => <When at={createdAt} />,
} satisfies Columns<Order>

function Amount(money: Order) {
  const write = useMoney()
  return <span className="whitespace-nowrap">{write(money)}</span>
}

function OrderState({ status }: Order) {
  const t = useTranslations('operator-members.orderStates')
  return t(status)
}

const caseColumns = {
  reference: ({ reference }) => reference,
  kind: CaseKindName,
  decision: DecisionName,
  at: ({ openedAt }) => <When at={openedAt} />,
} satisfies Columns<Case>

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

const sessionColumns = {
  device: Device,
  startedAt: ({ startedAt }) => <When at={startedAt} />,
  lastUsedAt: ({ lastUsedAt }) => <When at={lastUsedAt} />,
} satisfies Columns<Session>

function Device({ browser, system }: Session) {
  const t = useTranslations('operator-members.sessions')
  return [browser, system].filter(Boolean).join(', ') || t('unknown')
}

const noticeColumns = {
  what: NoticeName,
  channel: Channel,
  result: Result,
  at: When,
} satisfies Columns<Notice>

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
