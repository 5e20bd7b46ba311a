import type { ReactElement } from 'react'
import { href } from 'react-router'
import { Link } from '#web/api/link.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useSettings } from '#web/features/settings/use-settings.ts'
import type { LanderName } from '#contract/landers/landers.ts'
import type { ProfileCard } from '#contract/profiles/schemas.ts'
import { CollageLander } from './collage-lander.tsx'
import { FilmLander, TransitionsLander } from './film-landers.tsx'
import { GalleryLander } from './gallery-lander.tsx'
import { IconsLander } from './icons-lander.tsx'
import { Actions } from './intro.tsx'
import { InvitationLander } from './invitation-lander.tsx'
import { MapLander } from './map-lander.tsx'
import { NetworkLander } from './network-lander.tsx'
import { NightLander } from './night-lander.tsx'
import { Portrait } from './portrait.tsx'
import { StoryLander } from './story-lander.tsx'
import { SwipeLander } from './swipe-lander.tsx'
import { TicketLander } from './ticket-lander.tsx'
import { useLander, type LanderView } from './use-lander.ts'
import '#web/ui/lander-theme.css'
import './landers.css'

interface Props {
  name: LanderName
  slug: string | null
  member?: ProfileCard | null
  /** Renders title and metadata. */
  head: (page: { view: LanderView; title: string }) => ReactElement
}

/** A landing page with its head. */
export function Lander({ name, slug, member = null, head }: Props) {
  const view = useLander({ name, slug, member })
  const t = useTranslations('landers')
  const isGone = isMemberLander(name) && !member
  return (
    <LanderBody view={view} member={member}>
      {head({ view, title: isGone ? t('goneTitle') : view.text('title') })}
    </LanderBody>
  )
}

interface BodyProps {
  view: LanderView
  member: ProfileCard | null
  children?: ReactElement
}

/** A landing page: its idea, and what holds for all of them. */
export function LanderBody({ view, member, children }: BodyProps) {
  const { name, niche } = view
  const t = useTranslations('landers')
  const isAboutMember = isMemberLander(name)
  const isGone = isAboutMember && !member
  return (
    <div data-niche={niche} className="lander">
      {children}
      {isAboutMember ? <MemberIdea name={name} view={view} member={member} /> : <Idea name={name} view={view} />}
      <div className="lander-end">
        {(!isAboutMember || isGone) && <p>{t('illustrated')}</p>}
        {!isGone && (
          <label className="lander-pause">
            <input type="checkbox" id="pause-motion" />
            <span aria-hidden />
            {t('pause')}
          </label>
        )}
      </div>
    </div>
  )
}

type MemberLander = 'landing' | 'landing2' | 'landing3'

function isMemberLander(name: LanderName): name is MemberLander {
  return name === 'landing' || name === 'landing2' || name === 'landing3'
}

const ideas = {
  tinderswipe: SwipeLander,
  alonetonight: NightLander,
  collagelanding: CollageLander,
  gallery: GalleryLander,
  iconslanding: IconsLander,
  maplanding: MapLander,
  socialnetwork: NetworkLander,
  transitionsvideolanding: TransitionsLander,
  video: FilmLander,
} satisfies Record<Exclude<LanderName, MemberLander>, (props: { view: LanderView }) => ReactElement>

function Idea({ name, view }: { name: keyof typeof ideas; view: LanderView }) {
  const Component = ideas[name]
  return <Component view={view} />
}

const memberIdeas = { landing: InvitationLander, landing2: StoryLander, landing3: TicketLander }

function MemberIdea({ name, view, member }: { name: MemberLander; view: LanderView; member: ProfileCard | null }) {
  const Component = memberIdeas[name]
  return member ? <Component view={view} member={member} /> : <Gone view={view} />
}

/**
 * Replaces a member who does not exist, or is hidden from visitors: the page does not reveal which. An empty
 * card between two people, and the way to the others.
 */
function Gone({ view }: { view: LanderView }) {
  const t = useTranslations('landers')
  const { name: site } = useSettings()
  const general = { ...view, text: view.general }
  return (
    <div className="gone">
      <p aria-hidden className="gone-people">
        <Portrait view={view} index={1} />
        <Portrait view={view} index={2} />
        <span className="gone-card">?</span>
      </p>
      <h1>{t('goneTitle')}</h1>
      <p className="lander-lead">{t('goneLead', { site })}</p>
      <Actions view={general} />
      <Link to={href('/members')} className="gone-others">
        {t('goneOthers')}
      </Link>
    </div>
  )
}
