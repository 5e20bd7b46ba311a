import type { WaitingPhoto } from '#contract/operator/photos/schemas.ts'
import { getReviewedPhoto } from '#contract/operator/photos/calls.ts'
import { Age } from '#web/features/operator/cases/case-table.tsx'
import { CoveredImage } from '#web/features/operator/ui/covered-image.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { cx } from '#web/ui/cx.ts'
import { Badge } from '#web/ui/elements/badge.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'

interface PhotoCardProps {
  photo: WaitingPhoto
  isSelected: boolean
  isShown: boolean
  onSelect: () => void
  onShownChange: (isShown: boolean) => void
  onFocus: () => void
}

/** A photo that waits, with what helps to judge it. */
export function PhotoCard({ photo, isSelected, isShown, onSelect, onShownChange, onFocus }: PhotoCardProps) {
  const t = useTranslations('operator-photos')
  const { id, name, age, width, height, isExplicit, rating, visibility, rejected, addedAt } = photo
  return (
    <li
      className={cx(
        'flex flex-col gap-2 rounded-lg border-2 bg-surface-raised p-2 focus-within:border-accent',
        isSelected ? 'border-accent bg-accent-soft' : 'border-transparent',
      )}
    >
      <div data-photo>
        <CoveredImage
          src={getReviewedPhoto.path.replace(':photoId', id).replace(':size', 'medium')}
          name={t('photo', { name })}
          width={width}
          height={height}
          isShown={isShown}
          onShownChange={onShownChange}
          onFocus={onFocus}
          className="h-64 w-full"
        />
      </div>
      <p className="flex flex-wrap items-center gap-1.5 text-sm">
        <span className="font-semibold wrap-anywhere">{t('about', { name, age })}</span>
        <Age at={addedAt} />
        {isExplicit && <Badge tone="warning">{t('explicit')}</Badge>}
        {visibility !== 'public' && <Badge>{t('private')}</Badge>}
      </p>
      <p className="text-sm text-text-muted">
        {[rating !== null && t('rating', { rating }), rejected > 0 && t('rejectedBefore', { count: rejected })]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <Checkbox
        label={<span className="sr-only">{t('select', { name })}</span>}
        checked={isSelected}
        onChange={onSelect}
        onFocus={onFocus}
        className="mt-auto"
      />
    </li>
  )
}
