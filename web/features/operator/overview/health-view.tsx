import type { Health } from '#contract/operator/overview/schemas.ts'
import { Link } from '#web/api/link.tsx'
import { Details, Section } from '#web/features/operator/ui/section.tsx'
import { When } from '#web/features/operator/ui/when.tsx'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { Badge } from '#web/ui/elements/badge.tsx'

/** What waits, what failed, and what needs an operator. */
export function HealthView({ health }: { health: Health }) {
  const t = useTranslations('operator-overview.health')
  const format = useFormatter()
  const size = (bytes: number) =>
    format.number(bytes / 1024 ** 3, { style: 'unit', unit: 'gigabyte', maximumFractionDigits: 1 })
  const { freeBytes, totalBytes, isLow } = health.disk
  const space = t('free', { free: size(freeBytes), total: size(totalBytes) })
  return (
    <Section title={t('title')}>
      <Details
        entries={[
          [t('jobs'), <Waiting key="jobs" {...health.jobs} />],
          [t('failedJobs'), <FailedJobs key="failed" jobs={health.failedJobs} />],
          [t('failedMails'), <FailedMails key="mails" mails={health.failedMails} />],
          [t('bounced'), <Problems key="bounced" count={health.bouncedAddresses} />],
          [
            t('stuckPayments'),
            <Problems key="payments" count={health.stuckPayments} path="/operator/money?stuck=true" />,
          ],
          [t('stuckRefunds'), <Problems key="refunds" count={health.stuckRefunds} path="/operator/money?stuck=true" />],
          [
            t('openIncidents'),
            <Problems key="incidents" count={health.openIncidents} path="/operator/money/incidents" />,
          ],
          [t('cases'), <Waiting key="cases" {...health.cases} />],
          [t('lateCases'), <Problems key="late" count={health.lateCases} path="/operator/cases?kind=removal" />],
          [t('nextDue'), health.nextDueAt && <When key="due" at={health.nextDueAt} />],
          [t('checks'), <Checks key="checks" checks={health.checks} />],
          [t('indexes'), <Indexes key="indexes" names={health.missingIndexes} />],
          [t('disk'), isLow ? <Badge tone="danger">{space}</Badge> : space],
          [t('version'), health.version],
        ]}
      />
    </Section>
  )
}

/** A number that should be zero, with the list of what it counts. */
function Problems({ count, path }: { count: number; path?: string }) {
  const format = useFormatter()
  const text = format.number(count)
  if (count === 0) return text
  const badge = <Badge tone="danger">{text}</Badge>
  return path === undefined ? badge : <Link to={path}>{badge}</Link>
}

function FailedJobs({ jobs }: { jobs: Health['failedJobs'] }) {
  const format = useFormatter()
  return (
    <Kinds
      kinds={jobs.map(({ name, count, lastAt }) => ({
        name: `${name} (${format.dateTime(new Date(lastAt), { dateStyle: 'medium', timeStyle: 'short' })})`,
        count,
      }))}
    />
  )
}

function FailedMails({ mails }: { mails: Health['failedMails'] }) {
  return (
    <Kinds kinds={mails.map(({ kind, reason, count }) => ({ name: reason ? `${kind} (${reason})` : kind, count }))} />
  )
}

/** What should be none, by kind. */
function Kinds({ kinds }: { kinds: { name: string; count: number }[] }) {
  const format = useFormatter()
  if (kinds.length === 0) return format.number(0)
  return (
    <ul className="flex flex-col items-start gap-1">
      {kinds.map(({ name, count }) => (
        <li key={name} className="wrap-anywhere">
          <Badge tone="danger">{format.number(count)}</Badge> {name}
        </li>
      ))}
    </ul>
  )
}

function Waiting({ count, oldestAt, isLate = false }: Health['cases'] & { isLate?: boolean }) {
  const t = useTranslations('operator-overview.health')
  const format = useFormatter()
  if (oldestAt === null) return format.number(count)
  const at = format.dateTime(new Date(oldestAt), { dateStyle: 'medium', timeStyle: 'short' })
  const text = t('oldest', { count: format.number(count), at })
  return isLate ? <Badge tone="danger">{text}</Badge> : text
}

function Indexes({ names }: { names: string[] }) {
  const t = useTranslations('operator-overview.health')
  if (names.length === 0) return t('indexesFine')
  return names.map((name) => (
    <Badge key={name} tone="danger">
      {name}
    </Badge>
  ))
}

function Checks({ checks }: Pick<Health, 'checks'>) {
  const t = useTranslations('operator-overview.health')
  const format = useFormatter()
  if (checks.length === 0) return t('checksFine')
  return (
    <ul className="flex flex-col items-start gap-1">
      {checks.map(({ name, unrepaired, finishedAt }) => (
        <li key={name}>
          <Badge tone="danger">
            {unrepaired > 0
              ? t('unrepaired', { name, count: unrepaired })
              : t('late', { name, at: format.dateTime(new Date(finishedAt), { dateStyle: 'medium' }) })}
          </Badge>
        </li>
      ))}
    </ul>
  )
}
