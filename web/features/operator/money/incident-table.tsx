import * as calls from '#contract/operator/money/calls.ts'
import type { ListedIncident } from '#contract/operator/money/schemas.ts'
import { Link } from '#web/api/link.tsx'
import { useMay } from '#web/features/operator/queries.ts'
import { ActDialog } from '#web/features/operator/ui/act-dialog.tsx'
import { ReasonField } from '#web/features/operator/ui/reason-field.tsx'
import { DataList, type Columns } from '#web/features/operator/ui/data-list.tsx'
import { When } from '#web/features/operator/ui/when.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'

type Row = Omit<ListedIncident, 'id'>

const changes = [calls.listIncidents, calls.getOrderFile]

const columns = {
  kind: Kind,
  order: OrderLink,
  provider: ({ provider }) => provider,
  at: When,
  note: ({ note }) => note,
  acts: CloseForm,
} satisfies Columns<Row>

/** What about payments needs an operator. */
export function IncidentTable({ incidents }: { incidents: readonly Row[] }) {
  const t = useTranslations('operator-money.incidents')
  return (
    <DataList
      label={t('title')}
      columns={columns}
      heading={(name) => t(name)}
      rows={incidents}
      rowId={({ orderId, kind }) => `${orderId} ${kind}`}
      empty={t('none')}
    />
  )
}

function Kind({ kind }: Row) {
  const t = useTranslations('operator-money.incidentKinds')
  return t(kind)
}

function OrderLink({ orderId }: Row) {
  return (
    <Link to={`/operator/money/orders/${orderId}`} className="inline-block min-h-6 text-accent-text underline">
      {orderId}
    </Link>
  )
}

function CloseForm({ kind, orderId, closedAt }: Row) {
  const t = useTranslations('operator-money')
  const may = useMay()
  if (closedAt !== null) return <When at={closedAt} />
  if (!may('incidents.close')) return null
  return (
    <ActDialog
      endpoint={calls.closeIncident}
      label={t('incidents.close')}
      text={t(`incidentKinds.${kind}`)}
      submit={t('incidents.close')}
      close={t('incidents.cancel')}
      done={t('incidents.done')}
      changes={changes}
      names={['reason']}
      inputOf={({ reason }) => ({ params: { orderId, kind }, body: { reason } })}
    >
      {(fields) => <ReasonField fields={fields} />}
    </ActDialog>
  )
}
