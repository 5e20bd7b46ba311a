import type { CaseView } from '#contract/moderation/case-schemas.ts'
import type { CaseKind } from '#contract/moderation/cases.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { getCase } from '#contract/operator/moderation/calls.ts'
import { Link } from '#web/api/link.tsx'
import { useMay } from '#web/features/operator/queries.ts'
import { useHotkeys } from '#web/features/operator/ui/use-hotkeys.ts'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { Badge } from '#web/ui/elements/badge.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { CaseEvidence } from './case-evidence.tsx'
import { CaseImageForm } from './case-image-form.tsx'
import { CaseLog } from './case-log.tsx'
import { CaseMember } from './case-member.tsx'
import { Age, Due } from './case-table.tsx'
import { DecisionForm, Key } from './decision-form.tsx'
import { Section } from './section.tsx'
import { useCaseWork } from './use-case-work.ts'
import { useOperatorName, useReasonText } from './use-case-texts.ts'

type Work = ReturnType<typeof useCaseWork>

/** A case to decide: what was reported on the left, the member and the decision on the right. */
export function CasePage({
  reply: { case: view, next, operators },
  kind,
}: {
  reply: ReplyOf<typeof getCase>
  kind: CaseKind | undefined
}) {
  const work = useCaseWork({ case: view, kind, next })
  const nameOf = useOperatorName(operators)
  return (
    <>
      <CaseHead view={view} kind={kind} nameOf={nameOf} work={work} />
      {/* On a phone the decision comes between what was reported and what operators wrote. */}
      <div className="grid items-start gap-4 lg:grid-cols-[1fr_24rem] lg:grid-rows-[auto_1fr]">
        <div className="flex min-w-0 flex-col gap-4">
          <CaseEvidence {...view} />
        </div>
        <div className="flex min-w-0 flex-col gap-4 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          {view.canNameImage && <CaseImageForm view={view} work={work} />}
          {view.status === 'open' && <Decision view={view} work={work} />}
          <CaseMember {...view} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <CaseLog {...view} nameOf={nameOf} />
        </div>
      </div>
    </>
  )
}

interface HeadProps {
  view: CaseView
  kind: CaseKind | undefined
  nameOf: (operatorId: string | null) => string
  work: Work
}

function CaseHead({ view, kind, nameOf, work }: HeadProps) {
  const t = useTranslations('operator-cases')
  const reasonText = useReasonText()
  const format = useFormatter()
  const { status, claim, isExcluded, decision, decidedAt, claimedUntil, retainUntil } = view
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <Link
          to={kind ? `/operator/cases?kind=${kind}` : '/operator/cases'}
          className="target font-semibold text-accent-text underline"
        >
          {t('case.back')}
        </Link>
        <Badge>{t(`kinds.${view.kind}`)}</Badge>
        <span className="font-semibold">{reasonText(view.reason)}</span>
        <Age at={view.openedAt} />
        {status === 'open' && view.dueAt !== null && <Due at={view.dueAt} />}
        {retainUntil && (
          <span className="text-text-muted">
            {t('case.retained', { date: format.dateTime(new Date(retainUntil), { dateStyle: 'medium' }) })}
          </span>
        )}
      </p>
      {isExcluded && status === 'open' && <Alert tone="info">{t('case.excluded')}</Alert>}
      {claim === 'other' && <Alert tone="warning">{t('case.claimedBy', { name: nameOf(view.claimedBy) })}</Alert>}
      {decision && decidedAt && (
        <Alert tone="info">
          {t('case.decidedBy', {
            name: nameOf(view.decidedBy),
            when: format.dateTime(new Date(decidedAt), { dateStyle: 'medium', timeStyle: 'short' }),
            decision: t(`decision.options.${decision}`),
          })}
        </Alert>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Acts view={view} work={work} />
        {claim === 'mine' && claimedUntil && (
          <span className="text-sm text-text-muted">
            {t('case.claimedUntil', { time: format.dateTime(new Date(claimedUntil), 'time') })}
          </span>
        )}
      </div>
    </div>
  )
}

/** Taking, giving back, going on, each by its key too. */
function Acts({ view: { status, claim, isExcluded }, work }: Pick<HeadProps, 'view' | 'work'>) {
  const t = useTranslations('operator-cases.case')
  const may = useMay()
  const canClaim = status === 'open' && claim !== 'other' && !isExcluded && may('cases.decide')
  const canGiveBack = claim === 'mine'
  useHotkeys({
    c: () => void (canClaim && work.claim()),
    s: () => void (canGiveBack && work.giveBack()),
    n: () => void work.openNext(),
  })
  return (
    <>
      {canClaim && (
        <Button size="sm" variant={canGiveBack ? 'outline' : 'primary'} aria-keyshortcuts="c" onClick={work.claim}>
          {t(canGiveBack ? 'claimMore' : 'claim')} <Key>c</Key>
        </Button>
      )}
      {canGiveBack && (
        <Button size="sm" variant="outline" aria-keyshortcuts="s" onClick={work.giveBack}>
          {t('skip')} <Key>s</Key>
        </Button>
      )}
      <Button size="sm" variant="ghost" aria-keyshortcuts="n" onClick={work.openNext}>
        {t('next')} <Key>n</Key>
      </Button>
    </>
  )
}

function Decision({ view: { allowed, needsReply, claim, isExcluded }, work }: Pick<HeadProps, 'view' | 'work'>) {
  const t = useTranslations('operator-cases')
  const may = useMay()
  const options = allowed.filter((each) => each !== 'ban' || may('cases.ban'))
  if (isExcluded) return null
  return (
    <Section title={t('decision.title')}>
      <DecisionForm
        allowed={options}
        needsReply={needsReply}
        disabledReason={claim === 'mine' ? undefined : t('decision.needsClaim')}
        onDecide={work.decide}
      />
    </Section>
  )
}
