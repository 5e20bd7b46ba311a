import { useQueryClient } from '@tanstack/react-query'
import Heart from 'lucide-react/icons/heart'
import { Suspense, useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { ProfileCard } from '#contract/profiles/schemas.ts'
import { faceOf } from '#web/features/profiles/face-of.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { closeMatch, showNextMatch, useMatchQueue, type MatchDialogProps } from './matches.ts'
import { isPageBusy, whenCalm } from './when-calm.ts'

const MatchPopup = lazyPart(async () => (await import('./match-popup.tsx')).MatchPopup)
const LikePopup = lazyPart(async () => (await import('./like-popup.tsx')).LikePopup)

/**
 * Opens 'It's a Match' and the like modal over the current page, in turn. While the member types or another
 * dialog is open, a toast announces it first, unless the conversation of the two is open. Each one's code is
 * loaded with the first of its kind.
 */
export function MatchAnnouncer({ renderMessageForm }: MatchDialogProps) {
  const client = useQueryClient()
  const user = useUser()
  const { shown, waiting } = useMatchQueue()
  const close = () => closeMatch(client)
  useCloseOnNavigation(close)
  useShowWhenCalm(shown ? null : (waiting[0] ?? null))
  if (!user || !shown) return null
  const { kind, profile } = shown
  return (
    <Suspense>
      {kind === 'match' ? (
        <MatchPopup key={profile.id} user={user} profile={profile} onClose={close}>
          {renderMessageForm({ profile, onClose: close })}
        </MatchPopup>
      ) : (
        <LikePopup key={profile.id} profile={profile} onClose={close} />
      )}
    </Suspense>
  )
}

/** A link in the dialog leads to another page, which it must not cover. */
function useCloseOnNavigation(close: () => void) {
  const { pathname } = useLocation()
  const shownOn = useRef(pathname)
  const onNavigation = useEffectEvent(close)
  useEffect(() => {
    if (shownOn.current === pathname) return
    shownOn.current = pathname
    onNavigation()
  }, [pathname])
}

/** Shows what waits as soon as it interrupts nothing. */
function useShowWhenCalm(next: { kind: 'match' | 'like'; profile: ProfileCard } | null) {
  const t = useTranslations('likes')
  const client = useQueryClient()
  const toast = useToast()
  const kind = next?.kind
  const id = next?.profile.id
  const name = next?.profile.name ?? ''
  // It waits without a toast, which has no room for its label (PRO-13).
  const isFictional = next?.profile.isFictional
  const face = useRef(next && faceOf(next.profile))
  useEffect(() => {
    face.current = next && faceOf(next.profile)
  })
  useEffect(() => {
    if (!kind || !id) return
    let toastId: string | undefined
    const stop = whenCalm({
      isBusy: () => isPageBusy(document),
      onWait: () => {
        // Who is on the screen needs no announcement.
        if (isFictional || document.querySelector(`[data-partner='${id}']`)) return
        toastId = toast.show({
          tone: 'info',
          icon: <Heart aria-hidden className="fill-current" />,
          ...(face.current && { face: face.current }),
          title: t(kind === 'match' ? 'match.announced' : 'autoLike.title', { name }),
          action: { label: t('match.open'), onPress: () => showNextMatch(client) },
        })
      },
      onCalm: () => showNextMatch(client),
    })
    return () => {
      stop()
      if (toastId) toast.close(toastId)
    }
  }, [kind, id, name, isFictional, client, toast, t])
}
