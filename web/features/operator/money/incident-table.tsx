import * as calls from '#contract/operator/money/calls.ts'
import type { ListedIncident } from '#contract/operator/money/schemas.ts'
import { Link } from '#web/api/link.tsx'
import { useMay } from '#web/features/operator/queries.ts'
import { ActDialog } from '#web/features/operator/ui/act-dialog.tsx'
import { ReasonField } from '#web/features/operator/ui/reason-field.tsx'
import { DataList, type Column } from '#web/features/operator/ui/data-list.tsx'
import { When } from '#web/features/operator/ui/when.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'

type Row = Omit<ListedIncident, 'id'>

const changes = [calls.listIncidents, calls.getOrderFile]

const columns: Column<Row>[] = [
  { id: 'kind', header: () => <Heading name="kind" />, cell: ({ row }) => <Kind {...row.original} /> },
  { id: 'order', header: () => <Heading name="order" />, cell: ({ row }) => <OrderLink {...row.original} /> },
  { id: 'provider', header: () => <Heading name="provider" />, cell: ({ row }) => row.original.provider },
  { id: 'at', header: () => <Heading name="at" />, cell: ({ row }) => <When at={row.original.at} /> },
  { id: 'note', header: () => <Heading name="note" />, cell: ({ row }) => row.original.note },
  { id: 'acts', header: () => <Heading name="acts" />, cell: ({ row }) => <CloseForm {...row.original} /> },
]

/** What about payments needs an operator. */
export function IncidentTable({ incidents }: { incidents: readonly Row[] }) {
  const t = useTranslations('operator-money.incidents')
  return (
    <DataList
      label={t('title')}
      columns={columns}
      rows={incidents}
      rowId={({ orderId, kind }) => `${orderId} ${kind}`}
      empty={t('none')}
    />
  )
}

function Heading({ name }: { name: 'kind' | 'order' | 'provider' | 'at' | 'note' | 'acts' }) {
  const t = useTranslations('operator-money.incidents')
  return t(name)
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
