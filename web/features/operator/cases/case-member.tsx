import type { CaseView } from '#contract/moderation/case-schemas.ts'
import { getReviewedPhoto } from '#contract/operator/photos/calls.ts'
import { PHOTO_CROPPED_WIDTHS_PX } from '#contract/limits.ts'
import { Link } from '#web/api/link.tsx'
import { useMay } from '#web/features/operator/queries.ts'
import { StandaloneCoveredImage } from '#web/features/operator/ui/covered-image.tsx'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { Badge } from '#web/ui/elements/badge.tsx'
import { Age } from './case-table.tsx'
import { casePath } from './queries.ts'
import { Section } from './section.tsx'
import { useReasonText } from './use-case-texts.ts'

/** The member that a case is about: the account, the photos of now, and the earlier cases. */
export function CaseMember({ kind, subject, history }: Pick<CaseView, 'kind' | 'subject' | 'history'>) {
  const t = useTranslations('operator-cases.case')
  return (
    <>
      <Section title={t('member')}>
        {subject ? (
          <Account {...subject} />
        ) : (
          <p className="text-sm text-text-muted">
            {t(kind === 'complaint' || kind === 'removal' ? 'noMember' : 'memberErased')}
          </p>
        )}
      </Section>
      {subject && <History history={history} />}
    </>
  )
}

function Account({ profileId, name, signedUpAt, photoIds, ...state }: NonNullable<CaseView['subject']>) {
  const t = useTranslations('operator-cases.case')
  const format = useFormatter()
  const { isConfirmed, isDisabled, isDeleted, isSearchHidden } = state
  const may = useMay()
  const width = PHOTO_CROPPED_WIDTHS_PX.tile
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 text-sm">
        {may('members.see') ? (
          <Link to={`/operator/members/${profileId}`} className="target font-semibold text-accent-text underline">
            {name}
          </Link>
        ) : (
          <span className="font-semibold">{name}</span>
        )}
        <Badge tone={isConfirmed ? 'success' : 'warning'}>
          {t(isConfirmed ? 'accountStates.confirmed' : 'accountStates.unconfirmed')}
        </Badge>
        {isDisabled && <Badge tone="danger">{t('accountStates.disabled')}</Badge>}
        {isDeleted && <Badge>{t('accountStates.deleted')}</Badge>}
        {isSearchHidden && <Badge tone="warning">{t('accountStates.hidden')}</Badge>}
      </p>
      <p className="text-sm text-text-muted">
        {t('signedUp', { date: format.dateTime(new Date(signedUpAt), { dateStyle: 'medium' }) })}
      </p>
      {photoIds.length > 0 && (
        <>
          <h3 className="text-sm font-semibold">{t('photos')}</h3>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-2">
            {photoIds.map((photoId, index) => (
              <li key={photoId}>
                <StandaloneCoveredImage
                  src={getReviewedPhoto.path.replace(':photoId', photoId).replace(':size', 'tile')}
                  name={t('photo', { number: index + 1 })}
                  width={width}
                  height={(width * 4) / 3}
                  className="w-full"
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function History({ history }: Pick<CaseView, 'history'>) {
  const t = useTranslations('operator-cases')
  const reasonText = useReasonText()
  return (
    <Section title={t('case.history')}>
      {history.length === 0 && <p className="text-sm text-text-muted">{t('case.noHistory')}</p>}
      <ul className="flex flex-col gap-2 text-sm">
        {history.map(({ reference, kind, reason, openedAt, decision, violation, isReversed }) => (
          <li key={reference} className="flex flex-wrap items-center gap-2">
            <Link to={casePath(reference, undefined)} className="target font-semibold text-accent-text underline">
              {t(`kinds.${kind}`)}: {reasonText(reason)}
            </Link>
            <Age at={openedAt} />
            <Badge>{decision ? t(`decision.options.${decision}`) : t('case.open')}</Badge>
            {violation && <span className="text-text-muted">{t(`violations.${violation}`)}</span>}
            {isReversed && <Badge tone="warning">{t('case.reversed')}</Badge>}
          </li>
        ))}
      </ul>
    </Section>
  )
}
