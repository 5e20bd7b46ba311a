import { auditActs, auditSubjects } from '#contract/operator/acts.ts'
import type { AuditEntry } from '#contract/operator/audit/schemas.ts'
import { DataList, type Column } from '#web/features/operator/ui/data-list.tsx'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'

const columns: Column<AuditEntry>[] = [
  { id: 'id', header: () => <Heading name="id" />, cell: ({ row }) => row.original.id },
  { id: 'at', header: () => <Heading name="at" />, cell: ({ row }) => <When {...row.original} /> },
  { id: 'actor', header: () => <Heading name="actor" />, cell: ({ row }) => <Actor {...row.original} /> },
  { id: 'act', header: () => <Heading name="act" />, cell: ({ row }) => <Act {...row.original} /> },
  { id: 'subject', header: () => <Heading name="subject" />, cell: ({ row }) => <Subject {...row.original} /> },
  { id: 'details', header: () => <Heading name="details" />, cell: ({ row }) => <Details {...row.original} /> },
]

/** Entries of the audit log. */
export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const t = useTranslations('operator-acts')
  return (
    <DataList
      label={t('title')}
      columns={columns}
      rows={entries}
      rowId={({ id }) => String(id)}
      empty={t('noEntries')}
    />
  )
}

function Heading({ name }: { name: 'id' | 'at' | 'actor' | 'act' | 'subject' | 'details' }) {
  const t = useTranslations('operator-acts.columns')
  return t(name)
}

function When({ at }: AuditEntry) {
  const format = useFormatter()
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {format.dateTime(new Date(at), { dateStyle: 'medium', timeStyle: 'medium' })}
    </time>
  )
}

function Actor({ actor }: AuditEntry) {
  const t = useTranslations('operator-acts')
  return actor ? actor.name : <span className="text-text-muted">{t('commandLine')}</span>
}

function Act({ act }: AuditEntry) {
  const t = useTranslations('operator-acts')
  const name = auditActs.find((each) => each === act)
  return name ? t(`acts.${name}`) : act
}

function Subject({ subject }: AuditEntry) {
  const t = useTranslations('operator-acts')
  if (!subject) return null
  const kind = auditSubjects.find((each) => each === subject.kind)
  return (
    <>
      <span className="block">{kind ? t(`kinds.${kind}`) : subject.kind}</span>
      <span className="block text-text-muted">{subject.name ?? subject.id}</span>
    </>
  )
}

function Details({ details }: AuditEntry) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-2 text-xs">
      {Object.entries(details).map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-text-muted">{name}</dt>
          <dd className="wrap-anywhere">
            {name === 'members' ? <Members ids={String(value).split(' ')} /> : String(value)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The members that an act showed: a page of a list has many. */
function Members({ ids }: { ids: string[] }) {
  const format = useFormatter()
  if (ids.length <= 3) return ids.join(' ')
  return (
    <details>
      <summary className="target cursor-pointer">{format.number(ids.length)}</summary>
      {ids.join(' ')}
    </details>
  )
}
