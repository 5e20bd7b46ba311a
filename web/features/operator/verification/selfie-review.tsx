import { useRef, useState } from 'react'
import type { WaitingSelfie } from '#contract/operator/verification/schemas.ts'
import { QueryFailed } from '#web/api/query-failed.tsx'
import { CoverSwitch } from '#web/features/operator/ui/cover-switch.tsx'
import { useShownImages } from '#web/features/operator/ui/use-covering.ts'
import { useHotkeys } from '#web/features/operator/ui/use-hotkeys.ts'
import { toggled } from '#web/features/operator/ui/toggled.ts'
import { selfieRejections, type SelfieRejectionReason } from '#contract/profiles/verification.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { NothingWaits } from '#web/features/operator/ui/nothing-waits.tsx'
import { SelfieCase } from './selfie-case.tsx'
import { useSelfieReview } from './use-selfie-review.ts'

/** The selfies that the operator has taken, oldest first, each beside the photos of its profile. */
export function SelfieReview() {
  const t = useTranslations('operator-verification')
  const { query, selfies, decide } = useSelfieReview()
  return (
    <>
      <QueryFailed query={query} />
      {query.data && selfies.length === 0 && <NothingWaits text={t('empty')} reloadText={t('reload')} query={query} />}
      {selfies.length > 0 && (
        <>
          <p className="text-sm text-text-muted">{t('waiting', { count: query.data?.waiting ?? selfies.length })}</p>
          <p className="max-w-prose text-sm">{t('help')}</p>
          <SelfieList selfies={selfies} onDecide={decide} />
        </>
      )}
    </>
  )
}

interface SelfieListProps {
  selfies: readonly WaitingSelfie[]
  onDecide: ReturnType<typeof useSelfieReview>['decide']
}

/** The selfies; the keys apply to the one that has the focus, else to the first. */
function SelfieList({ selfies, onDecide }: SelfieListProps) {
  const t = useTranslations('operator-verification')
  const list = useRef<HTMLUListElement>(null)
  const [place, setPlace] = useState(0)
  const { coversAll, isShown, toggle } = useShownImages()
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set())
  const current = Math.min(place, selfies.length - 1)
  const selfie = selfies[current]

  function go(to: number) {
    const buttons = list.current?.querySelectorAll<HTMLElement>('[data-selfie]')
    buttons?.[Math.max(0, Math.min(selfies.length - 1, to))]?.focus()
  }

  async function decide(which: WaitingSelfie | undefined, rejection: SelfieRejectionReason | null) {
    if (!which || pending.has(which.id)) return
    setPending((before) => toggled(before, which.id))
    await onDecide(which, rejection)
    setPending((before) => toggled(before, which.id))
  }

  useHotkeys({
    j: () => go(document.activeElement?.closest('[data-selfie]') ? current + 1 : current),
    k: () => go(current - 1),
    v: () => selfie && toggle(selfie),
    a: () => void decide(selfie, null),
    ...Object.fromEntries(
      selfieRejections.map((reason, index) => [String(index + 1), () => void decide(selfie, reason)]),
    ),
  })

  return (
    <>
      <CoverSwitch />
      <ul ref={list} className="flex flex-col gap-4">
        {selfies.map((each, index) => (
          <SelfieCase
            key={each.id}
            selfie={each}
            isPending={pending.has(each.id)}
            isShown={isShown(each)}
            coversPhotos={coversAll}
            // The next one is ready before it is needed.
            isLoaded={index <= current + 1}
            onShownChange={() => toggle(each)}
            onFocus={() => setPlace(index)}
            onDecide={(rejection) => decide(each, rejection)}
          />
        ))}
      </ul>
      <p className="hidden text-sm text-text-muted md:block">
        {t('keys', {
          next: 'j',
          previous: 'k',
          show: 'v',
          accept: 'a',
          first: '1',
          last: String(selfieRejections.length),
        })}
      </p>
    </>
  )
}
