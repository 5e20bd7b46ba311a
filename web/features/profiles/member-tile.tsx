import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { ProfileCard } from '#contract/profiles.ts'
import { usePrefetch } from '#web/api/use-prefetch.ts'
import { FictionalLabel } from './fictional-label.tsx'
import { ProfilePhoto } from './profile-photo.tsx'
import { memberQuery } from './queries.ts'

/** Two columns on a phone, and as many as fit on wider screens. */
export const tileGrid = 'grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))] md:gap-4'
const tileSizes = '(min-width: 1200px) 220px, (min-width: 768px) 24vw, (min-width: 576px) 32vw, 48vw'

interface Props {
  member: ProfileCard
  /** Default `h2`; `h3` where the tiles have a heading of their own. */
  heading?: 'h2' | 'h3'
  /** Whether the tile is among the first on the page, so that its photo is loaded at once. */
  isUrgent?: boolean
  /** Shown in the upper end corner, usually the heart. */
  action?: ReactNode
  /** Shown in the upper start corner. */
  badge?: ReactNode
}

/** A member's main photo with name, age and place. The whole tile opens the profile. */
export function MemberTile({ member, heading: Heading = 'h2', isUrgent = false, action, badge }: Props) {
  const t = useTranslations('profiles')
  const prefetch = usePrefetch()
  return (
    <article className="group relative isolate overflow-hidden rounded-lg bg-surface-raised shadow-raised">
      <ProfilePhoto
        name={member.name}
        photo={member.photo}
        sizes={tileSizes}
        isUrgent={isUrgent}
        className="transition-transform duration-300 motion-safe:group-hover:scale-[1.03]"
      />
      <div className="pointer-events-none absolute inset-x-0 bottom-0 bg-shade-bottom px-3 pt-12 pb-3 text-on-shade">
        <Heading className="flex items-center gap-1.5 font-semibold">
          <Link
            to={href('/members/:id', { id: member.id })}
            prefetch="intent"
            {...prefetch(memberQuery(member.id))}
            // Its pseudo-element covers the tile: all of it can be pressed, and screen readers announce only the name.
            className="pointer-events-auto truncate text-on-shade no-underline outline-none after:absolute after:inset-0 after:-top-[100vh] after:rounded-lg focus-visible:after:outline-2"
          >
            {member.name}, {member.age}
          </Link>
          {member.isOnline && (
            <span className="size-2.5 shrink-0 rounded-full bg-online ring-2 ring-shade/40">
              <span className="sr-only">{t('online')}</span>
            </span>
          )}
        </Heading>
        <p className="truncate text-sm opacity-90">{member.city ?? member.region}</p>
      </div>
      {(badge || member.isFictional) && (
        <div className="absolute start-2 top-2 z-10 flex max-w-[calc(100%-4rem)] flex-col items-start gap-1">
          {badge}
          <FictionalLabel member={member} />
        </div>
      )}
      {action && <div className="absolute end-2 top-2 z-10">{action}</div>}
    </article>
  )
}
