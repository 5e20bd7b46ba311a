import { useState, type FocusEvent, type MouseEvent, type PointerEvent } from 'react'
import { href, useNavigate } from 'react-router'
import type { ProfileCard } from '#contract/profiles/profiles.ts'
import { usePrefetch } from '#web/api/use-prefetch.ts'
import { createIntent, opensHere } from '#web/ui/navigation/intent.ts'
import { memberQuery } from '#web/features/profiles/queries.ts'

interface Hearts {
  toggle: (member: ProfileCard) => void
}

/**
 * Returns the event handlers of a list of tiles, and the page that is about to be opened: links open and prefetch as
 * `Link` does, hearts toggle.
 */
export function useTileEvents(members: readonly ProfileCard[], hearts: Hearts | null) {
  const navigate = useNavigate()
  const prefetch = usePrefetch()
  const [intent] = useState(createIntent)
  const [intended, setIntended] = useState<string | null>(null)

  function fireOf(target: EventTarget) {
    const member = members.find(({ id }) => pageOf(id) === linkOf(target)?.getAttribute('href'))
    if (!member) return null
    return () => {
      setIntended(pageOf(member.id))
      prefetch(memberQuery(member.id)).onIntent()
    }
  }
  function begin(event: PointerEvent | FocusEvent) {
    const fire = fireOf(event.target)
    if (fire) intent.begin(event, fire)
  }

  return {
    intended,
    onPointerOver: begin,
    onFocus: begin,
    onPointerOut: intent.cancel,
    onPointerCancel: intent.cancel,
    onBlur: intent.cancel,
    onPointerDown: (event: PointerEvent) => {
      const fire = fireOf(event.target)
      if (fire) intent.press(event, fire)
    },
    onClick: (event: MouseEvent) => {
      const heart = elementOf(event.target)?.closest<HTMLButtonElement>('button.heart')
      const liked = heart && members.find(({ id }) => id === heart.value)
      if (liked) hearts?.toggle(liked)
      const page = linkOf(event.target)?.getAttribute('href')
      if (!page || !opensHere(event)) return
      event.preventDefault()
      void navigate(page)
    },
  }
}

const pageOf = (id: string) => href('/members/:id', { id })

function linkOf(target: EventTarget) {
  return elementOf(target)?.closest('a')
}

function elementOf(target: EventTarget) {
  return target instanceof Element ? target : null
}
