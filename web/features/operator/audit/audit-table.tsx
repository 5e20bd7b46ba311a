import { auditActs, auditSubjects } from '#contract/operator/acts.ts'
import type { AuditEntry } from '#contract/operator/audit/schemas.ts'
import { DataList, type Columns } from '#web/features/operator/ui/data-list.tsx'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'

const columns = {
  id: ({ id }) => id,
  at: When,
  actor: Actor,
  act: Act,
  subject: Subject,
  details: Details,
} satisfies Columns<AuditEntry>

/** Entries of the audit log. */
export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const t = useTranslations('operator-acts')
  return (
    <DataList
      label={t('title')}
      columns={columns}
      heading={(name) => t(`columns.${name}`)}
      rows={entries}
      rowId={({ id }) => String(id)}
      empty={t('noEntries')}
    />
  )
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
