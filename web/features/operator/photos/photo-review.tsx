import { useRef, useState } from 'react'
import type { WaitingPhoto } from '#contract/operator/photos/schemas.ts'
import { photoRejections } from '#contract/profiles/photo-rejections.ts'
import type { PhotoRejection } from '#contract/profiles/schemas.ts'
import { QueryFailed } from '#web/api/query-failed.tsx'
import { CoverSwitch } from '#web/features/operator/ui/cover-switch.tsx'
import { NothingWaits } from '#web/features/operator/ui/nothing-waits.tsx'
import { toggled } from '#web/features/operator/ui/toggled.ts'
import { useShownImages } from '#web/features/operator/ui/use-covering.ts'
import { useHotkeys } from '#web/features/operator/ui/use-hotkeys.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { PhotoCard } from './photo-card.tsx'
import { usePhotoReview } from './use-photo-review.ts'

/** The keys of the reasons. */
const rejectionKeys = photoRejections.map((reason, index) => [String(index + 1), reason] as const)

/** The photos that the operator has taken, those rated explicit first. All acts have keys. */
export function PhotoReview() {
  const t = useTranslations('operator-photos')
  const { query, photos, failed, isPending, decide } = usePhotoReview()
  const errorText = useErrorText()
  return (
    <>
      <QueryFailed query={query} />
      {failed.length > 0 && (
        <Alert tone="warning" isLive>
          <ul>
            {failed.map(({ photoId, name, error }) => (
              <li key={photoId}>{t('failed', { name, reason: errorText.ofCode(error) })}</li>
            ))}
          </ul>
        </Alert>
      )}
      {query.data && photos.length === 0 && <NothingWaits text={t('empty')} reloadText={t('reload')} query={query} />}
      {photos.length > 0 && (
        <PhotoGrid photos={photos} waiting={query.data?.waiting ?? 0} isPending={isPending} onDecide={decide} />
      )}
    </>
  )
}

interface PhotoGridProps {
  photos: readonly WaitingPhoto[]
  waiting: number
  isPending: boolean
  onDecide: (photoIds: readonly string[], rejection: PhotoRejection | null) => Promise<boolean>
}

function PhotoGrid({ photos, waiting, isPending, onDecide }: PhotoGridProps) {
  const t = useTranslations('operator-photos')
  const list = useRef<HTMLUListElement>(null)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const { isShown, toggle } = useShownImages()
  const [place, setPlace] = useState(0)
  const current = photos[Math.min(place, photos.length - 1)]
  const selection = photos.filter(({ id }) => selected.has(id)).map(({ id }) => id)

  function go(to: number) {
    const buttons = list.current?.querySelectorAll<HTMLElement>('[data-photo] button')
    buttons?.[Math.max(0, Math.min(photos.length - 1, to))]?.focus()
  }

  async function decide(rejection: PhotoRejection | null) {
    const ids = selection.length > 0 ? selection : current ? [current.id] : []
    // What failed can be tried again with the same photos.
    if (!(await onDecide(ids, rejection))) return
    setSelected((before) => new Set([...before].filter((id) => !ids.includes(id))))
    go(place)
  }

  useHotkeys({
    j: () => go(document.activeElement?.closest('[data-photo]') ? place + 1 : place),
    k: () => go(place - 1),
    x: () => current && setSelected((before) => toggled(before, current.id)),
    v: () => current && toggle(current),
    a: () => void decide(null),
    ...Object.fromEntries(rejectionKeys.map(([key, rejection]) => [key, () => void decide(rejection)])),
  })

  return (
    <>
      <p className="text-sm text-text-muted">{t('waiting', { count: waiting })}</p>
      <CoverSwitch />
      <ul ref={list} className="grid grid-cols-[repeat(auto-fill,minmax(15rem,1fr))] gap-3">
        {photos.map((photo, index) => (
          <PhotoCard
            key={photo.id}
            photo={photo}
            isSelected={selected.has(photo.id)}
            isShown={isShown(photo)}
            onSelect={() => setSelected((before) => toggled(before, photo.id))}
            onShownChange={() => toggle(photo)}
            onFocus={() => setPlace(index)}
          />
        ))}
      </ul>
      <DecisionBar
        count={selection.length}
        isPending={isPending}
        onDecide={(rejection) => void decide(rejection)}
        onSelectAll={() => setSelected(new Set(photos.map(({ id }) => id)))}
        onClear={() => setSelected(new Set())}
      />
      <KeyText />
    </>
  )
}

interface DecisionBarProps {
  count: number
  isPending: boolean
  onDecide: (rejection: PhotoRejection | null) => void
  onSelectAll: () => void
  onClear: () => void
}

/** Decides about the selected photos; it stays at the lower edge of the window. */
function DecisionBar({ count, isPending, onDecide, onSelectAll, onClear }: DecisionBarProps) {
  const t = useTranslations('operator-photos')
  const [reason, setReason] = useState<PhotoRejection>('nudity')
  const isEmpty = count === 0
  return (
    <section
      aria-label={t('selected', { count })}
      className="sticky bottom-0 flex flex-wrap items-end gap-3 rounded-md border border-line bg-surface-raised p-3"
    >
      <p className="self-center text-sm font-semibold" aria-live="polite">
        {t('selected', { count })}
      </p>
      <Button size="sm" variant="ghost" className="min-h-12" onClick={isEmpty ? onSelectAll : onClear}>
        {t(isEmpty ? 'selectAll' : 'clear')}
      </Button>
      <Button className="min-h-12" disabled={isEmpty} isPending={isPending} onClick={() => onDecide(null)}>
        {t('accept')}
      </Button>
      <Field label={t('reason')}>
        <Select
          value={reason}
          options={rejectionKeys.map(([key, value]) => ({ value, label: `${key} ${t(`reasons.${value}`)}` }))}
          onChange={({ target }) => setReason(target.value as PhotoRejection)}
        />
      </Field>
      <Button
        variant="danger"
        className="min-h-12"
        disabled={isEmpty}
        isPending={isPending}
        onClick={() => onDecide(reason)}
      >
        {t('reject')}
      </Button>
    </section>
  )
}

function KeyText() {
  const t = useTranslations('operator-photos')
  const keys = { next: 'j', previous: 'k', mark: 'x', show: 'v', accept: 'a', first: '1' }
  return (
    <p className="hidden text-sm text-text-muted md:block">
      {t('keys', { ...keys, last: String(rejectionKeys.length) })}
    </p>
  )
}
