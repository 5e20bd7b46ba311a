import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { autoLike } from '#contract/likes/calls.ts'
import { AUTO_LIKE_REFRESH_MS } from '#contract/limits.ts'
import { call } from '#web/api/call.ts'
import { navigationTarget } from '#web/api/navigation-target.ts'
import { likeTimerMs, withoutLikeTimer } from '#web/features/likes/like-timer.ts'
import { announceMember } from '#web/features/likes/matches.ts'
import { likesQuery } from '#web/features/likes/queries.ts'

/**
 * Shows the like modal after the seconds that the query parameter `t` gives, and removes it from the URL
 * (SHELL-19). A link that was followed meanwhile goes first, because changing the URL would cancel it; it
 * usually leads to a page without the parameter.
 */
export function LikeTimer() {
  const { search } = useLocation()
  const isNavigating = useNavigation().state !== 'idle'
  const [isOver, setIsOver] = useState(false)
  const show = useShowLike()
  const waitMs = likeTimerMs(search)
  // The router may have begun to navigate although this is not rendered yet.
  const end = useEffectEvent(() => !navigationTarget() && void show())
  useEffect(() => {
    if (waitMs === null) return
    const timer = setTimeout(() => setIsOver(true), waitMs)
    return () => clearTimeout(timer)
  }, [waitMs])
  useEffect(() => {
    if (isOver && !isNavigating) end()
  }, [isOver, isNavigating])
  return null
}

function useShowLike() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  return async () => {
    void navigate({ pathname, search: withoutLikeTimer(search), hash }, { replace: true, preventScrollReset: true })
    const profile = await call(autoLike, {}).catch(() => null)
    if (!profile) return
    announceMember(client, { kind: 'like', profile })
    setTimeout(() => void client.invalidateQueries({ queryKey: likesQuery().queryKey }), AUTO_LIKE_REFRESH_MS)
  }
}
