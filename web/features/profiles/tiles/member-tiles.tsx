import {
  Fragment,
  useState,
  type ReactNode,
  type SyntheticEvent,
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
} from 'react'
import { PrefetchPageLinks, href, useNavigate } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { ProfileCard } from '#contract/profiles/schemas.ts'
import { usePrefetch } from '#web/api/use-prefetch.ts'
import { createIntent, opensHere } from '#web/ui/navigation/intent.ts'
import { memberQuery } from '#web/features/profiles/queries.ts'
import { tileOf, type Hearts, type TileTexts } from './member-tile.tsx'

const layouts = { grid: 'tile-grid', row: 'tile-row' }

export type { Hearts } from './member-tile.tsx'

interface Props<Member extends ProfileCard> {
  members: readonly Member[]
  /** `row`: one row, which scrolls sideways. */
  layout?: keyof typeof layouts
  /** Default `h2`; `h3` where the tiles have a heading of their own. */
  heading?: 'h2' | 'h3'
  /** How many tiles most screens show without scrolling: their photos are loaded at once. */
  urgentCount?: number
  /** The heart in the upper end corner; null for visitors. */
  hearts: Hearts | null
  /** Shown in the upper start corner. */
  badgeOf?: (member: Member) => ReactNode
  /** Why the member is shown, in one line below name and place. */
  reasonOf?: (member: Member) => string | undefined
  /** Shown below the tile, where there is room for a sentence or a button. */
  noteOf?: (member: Member) => ReactNode
  /** A tile that is no member, shown after one, counted from 0. */
  extraAfter?: (index: number) => ReactNode
}

/**
 * Members as tiles: main photo, name, age and place. A whole tile opens the profile. A page of the search has
 * 24, so the list has one set of event handlers and a tile is a plain function without hooks; its classes are
 * short and its heart comes from theme.css.
 */
export function MemberTiles<Member extends ProfileCard>({
  members,
  layout = 'grid',
  heading = 'h2',
  urgentCount = 0,
  hearts,
  badgeOf,
  reasonOf,
  noteOf,
  extraAfter,
}: Props<Member>) {
  const t = useTranslations('profiles.tile')
  const [failedPhotos, setFailedPhotos] = useState<ReadonlySet<string>>(new Set())
  const { intended, ...handlers } = useTileEvents(members, hearts)

  function markFailed({ target }: SyntheticEvent) {
    const photoId = target instanceof HTMLImageElement ? target.dataset['photo'] : undefined
    if (photoId !== undefined) setFailedPhotos((failed) => new Set(failed).add(photoId))
  }
  const texts: TileTexts = {
    online: t('online'),
    verified: t('verified'),
    noPhoto: (name) => t('noPhoto', { name }),
    photoOf: (name) => t('photoOf', { name }),
    lockedPhotoOf: (name) => t('lockedPhotoOf', { name }),
  }

  return (
    <ul className={layouts[layout]} {...handlers} onErrorCapture={markFailed}>
      {members.map((member, index) => {
        const extra = extraAfter?.(index)
        const note = noteOf?.(member)
        const item = (
          <li key={member.id}>
            {tileOf(member, {
              texts,
              heading,
              isUrgent: index < urgentCount,
              hearts,
              badge: badgeOf?.(member),
              reason: reasonOf?.(member),
              hasFailed: member.photo !== null && failedPhotos.has(member.photo.id),
            })}
            {note && <p className="mt-1.5 text-sm text-text-muted">{note}</p>}
          </li>
        )
        if (!extra) return item
        return (
          <Fragment key={member.id}>
            {item}
            <li>{extra}</li>
          </Fragment>
        )
      })}
      {intended !== null && <PrefetchPageLinks page={intended} />}
    </ul>
  )
}

/**
 * Returns the event handlers of a list of tiles, and the page about to be opened: links open and prefetch as
 * `Link` does, hearts toggle.
 */
function useTileEvents(members: readonly ProfileCard[], hearts: Hearts | null) {
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
      if (liked) {
        // Only a press is answered by a burst, not a list that is opened.
        heart.dataset['burst'] = ''
        hearts?.toggle(liked)
      }
      const page = linkOf(event.target)?.getAttribute('href')
      if (!page || !opensHere(event)) return
      event.preventDefault()
      const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
      // It becomes the first photo of the profile, which has the same name.
      const photo = elementOf(event.target)?.closest('article')?.querySelector('img')
      if (photo && !isStill) photo.style.viewTransitionName = 'member-photo'
      void navigate(page, { viewTransition: !isStill })
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
