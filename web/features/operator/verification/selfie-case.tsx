import { useState } from 'react'
import { getReviewedPhoto } from '#contract/operator/photos/calls.ts'
import { getSelfie } from '#contract/operator/verification/calls.ts'
import type { WaitingSelfie } from '#contract/operator/verification/schemas.ts'
import { selfieRejections, type SelfieRejectionReason } from '#contract/profiles/verification.ts'
import { Link } from '#web/api/link.tsx'
import { Age } from '#web/features/operator/cases/case-table.tsx'
import { CoveredImage } from '#web/features/operator/ui/covered-image.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Badge } from '#web/ui/elements/badge.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'

interface SelfieCaseProps {
  selfie: WaitingSelfie
  isPending: boolean
  isShown: boolean
  /** The photos are covered as long as the selfie. */
  coversPhotos: boolean
  /** Its photos are fetched, seen or not. */
  isLoaded: boolean
  onShownChange: () => void
  onFocus: () => void
  onDecide: (rejection: SelfieRejectionReason | null) => Promise<void>
}

/** A selfie, its pose, and the public photos with which the operator compares it. */
export function SelfieCase({ selfie, isPending, coversPhotos, onDecide, ...view }: SelfieCaseProps) {
  const t = useTranslations('operator-verification')
  const { name, age, pose, sentAt, isExplicit, profileId } = selfie
  return (
    <li className="flex flex-col gap-3 rounded-lg border-2 border-transparent bg-surface-raised p-3 focus-within:border-accent">
      <h2 className="flex flex-wrap items-center gap-2 font-semibold">
        <span className="wrap-anywhere">{t('about', { name, age })}</span>
        <Age at={sentAt} />
        {isExplicit && <Badge tone="warning">{t('explicit')}</Badge>}
        <Link className="target text-sm text-accent-text underline" to={`/operator/members/${profileId}`}>
          {t('profile')}
        </Link>
      </h2>
      <p>{t('pose', { pose: t(`poses.${pose}`) })}</p>
      <div className="grid gap-3 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <Selfie selfie={selfie} {...view} />
        <Photos {...view} selfie={selfie} isCovered={coversPhotos} />
      </div>
      <Decision isPending={isPending} onDecide={onDecide} />
    </li>
  )
}

type SelfieProps = Pick<SelfieCaseProps, 'selfie' | 'isShown' | 'isLoaded' | 'onShownChange' | 'onFocus'>

function Selfie({ selfie: { id, name }, isShown, isLoaded, onShownChange, onFocus }: SelfieProps) {
  const t = useTranslations('operator-verification')
  return (
    <CoveredImage
      data-selfie
      onFocus={onFocus}
      isLoaded={isLoaded}
      src={getSelfie.path.replace(':verificationId', id)}
      name={t('selfie', { name })}
      width={3}
      height={4}
      isShown={isShown}
      onShownChange={onShownChange}
      className="h-96 w-full"
    />
  )
}

interface PhotosProps extends SelfieProps {
  isCovered: boolean
}

/** They are compared with the selfie, so where they are covered, pressing one shows or covers all. */
function Photos({ selfie: { name, photos }, isCovered, isShown, isLoaded, onShownChange, onFocus }: PhotosProps) {
  const t = useTranslations('operator-verification')
  if (photos.length === 0) return <p className="text-text-muted">{t('noPhotos')}</p>
  return (
    <ul aria-label={t('photos')} className="flex flex-wrap gap-2">
      {photos.map(({ id, width, height }, index) => {
        const image = {
          src: getReviewedPhoto.path.replace(':photoId', id).replace(':size', 'large'),
          width,
          height,
        }
        const text = t('photo', { number: index + 1, name })
        return (
          <li key={id} className="max-w-full shrink-0">
            {isCovered ? (
              <CoveredImage
                {...image}
                name={text}
                isLoaded={isLoaded}
                isShown={isShown}
                onShownChange={onShownChange}
                onFocus={onFocus}
                className="aspect-3/4 h-96 max-w-full"
              />
            ) : (
              <img
                {...image}
                alt={text}
                loading={isLoaded ? 'eager' : 'lazy'}
                className="h-96 w-auto max-w-full rounded-md bg-surface-muted object-contain"
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}

function Decision({ isPending, onDecide }: Pick<SelfieCaseProps, 'isPending' | 'onDecide'>) {
  const t = useTranslations('operator-verification')
  const [reason, setReason] = useState<SelfieRejectionReason>('other_person')
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Button className="min-h-12" isPending={isPending} onClick={() => void onDecide(null)}>
        {t('accept')}
      </Button>
      <Field label={t('reason')}>
        <Select
          value={reason}
          options={selfieRejections.map((value, index) => ({ value, label: `${index + 1} ${t(`reasons.${value}`)}` }))}
          onChange={({ target }) => setReason(target.value as SelfieRejectionReason)}
        />
      </Field>
      <Button variant="danger" className="min-h-12" isPending={isPending} onClick={() => void onDecide(reason)}>
        {t('reject')}
      </Button>
    </div>
  )
}
