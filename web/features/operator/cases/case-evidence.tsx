import type { CaseView } from '#contract/moderation/case-schemas.ts'
import { getCaseImage } from '#contract/operator/moderation/calls.ts'
import { StandaloneCoveredImage } from '#web/features/operator/ui/covered-image.tsx'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { Badge } from '#web/ui/elements/badge.tsx'
import { Age } from './case-table.tsx'
import { Quote, Section } from './section.tsx'
import { useReasonText } from './use-case-texts.ts'

type Evidence = Pick<
  CaseView,
  'reference' | 'reports' | 'conversations' | 'profile' | 'images' | 'signals' | 'complaint' | 'appeal'
>

/** What a case is about, as it was when it was reported. */
export function CaseEvidence(evidence: Evidence) {
  const { appeal, complaint, reports, profile, signals } = evidence
  return (
    <>
      {appeal && <Appeal {...appeal} />}
      {complaint && <Complaint {...complaint} />}
      {reports.length > 0 && <Reports {...evidence} />}
      <Conversations {...evidence} />
      {signals.length > 0 && <Signals signals={signals} />}
      <Images {...evidence} />
      <Recordings {...evidence} />
      {profile && <Profile {...profile} />}
    </>
  )
}

function Appeal({ text, appellant, of: { reference, decision, violation } }: NonNullable<CaseView['appeal']>) {
  const t = useTranslations('operator-cases')
  return (
    <Section title={t('case.appeal')}>
      <p className="text-sm text-text-muted">{t('case.appellant', { appellant })}</p>
      <Quote>{text}</Quote>
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <span className="font-semibold">{t('case.appealed')}</span>
        {decision && <Badge>{t(`decision.options.${decision}`)}</Badge>}
        {violation && t(`violations.${violation}`)}
        <span className="text-text-muted">{reference}</span>
      </p>
    </Section>
  )
}

function Complaint({ name, email, text, place }: NonNullable<CaseView['complaint']>) {
  const t = useTranslations('operator-cases.case')
  return (
    <Section title={t('complaint')}>
      <p className="text-sm text-text-muted">{[name, email].filter(Boolean).join(' · ')}</p>
      {place !== '' && (
        <>
          <h3 className="text-sm font-semibold">{t('place')}</h3>
          <Quote>{place}</Quote>
        </>
      )}
      {text !== '' && <Quote>{text}</Quote>}
    </Section>
  )
}

function Reports({ reports }: Pick<Evidence, 'reports'>) {
  const t = useTranslations('operator-cases.case')
  const reasonText = useReasonText()
  return (
    <Section title={t('reported')}>
      {reports.map(({ reference, reason, text, createdAt, reporter, message }) => (
        <div key={reference} className="flex flex-col gap-2">
          <p className="text-sm">
            <span className="font-semibold">{reasonText(reason)}</span> · <Age at={createdAt} />
          </p>
          {text !== '' && <Quote>{text}</Quote>}
          {message && (
            <>
              <p className="text-sm font-semibold">{t('message')}</p>
              <Quote>{message.kind === 'text' ? message.body : t('kindOfMessage', { kind: message.kind })}</Quote>
            </>
          )}
          <p className="text-sm text-text-muted">{reporter ? t('reporter', reporter) : t('noReporter')}</p>
        </div>
      ))}
    </Section>
  )
}

function Conversations({ conversations }: Pick<Evidence, 'conversations'>) {
  const t = useTranslations('operator-cases.case')
  const format = useFormatter()
  return conversations.map((messages, index) => (
    <Section key={index} title={t('conversation')}>
      <ol className="flex flex-col gap-2 text-sm">
        {messages.map(({ seq, kind, body, sentAt, isReporter, isReported }) => (
          <li key={seq} className="flex flex-col gap-1 border-s-2 border-line ps-3">
            <span className="flex flex-wrap items-center gap-2 text-text-muted">
              {t(isReporter ? 'sides.reporter' : 'sides.reported')} · {format.dateTime(new Date(sentAt), 'time')}
              {isReported && <Badge tone="warning">{t('isReported')}</Badge>}
            </span>
            <span className="whitespace-pre-wrap">{kind === 'text' ? body : t('kindOfMessage', { kind })}</span>
          </li>
        ))}
      </ol>
    </Section>
  ))
}

function Signals({ signals }: Pick<Evidence, 'signals'>) {
  const t = useTranslations('operator-cases.case')
  const reasonText = useReasonText()
  return (
    <Section title={t('signals')}>
      <ul className="flex flex-col gap-2 text-sm">
        {signals.map(({ signal, text, count, trait, at }, index) => (
          <li key={index} className="flex flex-col gap-1">
            <span>
              {[
                reasonText(signal),
                count !== null && t('signalCount', { count }),
                trait !== null && t('trait', { trait }),
              ]
                .filter(Boolean)
                .join(', ')}{' '}
              · <Age at={at} />
            </span>
            {text !== null && <Quote>{text}</Quote>}
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Copies and attachments: small and covered until each is pressed. */
function Images({ reference, images, reports }: Pick<Evidence, 'reference' | 'images' | 'reports'>) {
  const t = useTranslations('operator-cases.case')
  const all = [...images, ...reports.flatMap((report) => report.images)]
  if (all.length === 0) return null
  return (
    <Section title={t('images')}>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] gap-3">
        {all.map(({ id, width, height }, index) => (
          <li key={id}>
            <StandaloneCoveredImage
              src={getCaseImage.path.replace(':reference', reference).replace(':imageId', id)}
              name={t('image', { number: index + 1 })}
              width={width}
              height={height}
              className="w-full"
            />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Copies of voice messages that were reported. */
function Recordings({ reference, reports }: Pick<Evidence, 'reference' | 'reports'>) {
  const t = useTranslations('operator-cases.case')
  const all = reports.flatMap(({ recordings }) => recordings)
  if (all.length === 0) return null
  return (
    <Section title={t('recordings')}>
      {all.map(({ id }, index) => (
        // No one has written down what it contains.
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <audio
          key={id}
          controls
          preload="none"
          aria-label={t('recording', { number: index + 1 })}
          src={getCaseImage.path.replace(':reference', reference).replace(':imageId', id)}
          className="w-full max-w-prose"
        />
      ))}
    </Section>
  )
}

function Profile({ name, birthDate, city, region, country, about, answers }: NonNullable<CaseView['profile']>) {
  const t = useTranslations('operator-cases.case')
  const promptT = useTranslations('prompts')
  const format = useFormatter()
  const day = format.dateTime(new Date(birthDate.slice(0, 10)), { dateStyle: 'long', timeZone: 'UTC' })
  return (
    <Section title={t('profile')}>
      <p className="text-sm">{[name, day, city, region, country].filter(Boolean).join(' · ')}</p>
      {about === '' ? <p className="text-sm text-text-muted">{t('noText')}</p> : <Quote>{about}</Quote>}
      {answers.map(({ prompt, text }) => (
        <div key={prompt} className="flex flex-col gap-1">
          <p className="text-sm font-semibold">{promptT(`text.${prompt}`)}</p>
          <Quote>{text}</Quote>
        </div>
      ))}
    </Section>
  )
}
