import { href } from 'react-router'
import { Link } from '#web/api/link.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'

const variants = {
  left: '-mx-2 -rotate-5 motion-safe:animate-enter-left',
  right: '-mx-2 rotate-5 motion-safe:animate-enter-right',
  alone: 'motion-safe:animate-pop',
}

interface Props {
  side: keyof typeof variants
  name: string
  src: string | null
  preview: string | null
  /** Where the photo leads: a profile. Without it the photo is no link. */
  profile?: { id: string; label: string; onOpen: () => void }
}

/** A large round photo in a white ring, in the dialogs about matches and likes. */
export function Portrait({ side, profile, ...avatar }: Props) {
  // `flex`, because an inline avatar leaves room for the descenders of a line, a gap below it in the ring.
  const className = `flex rounded-full ring-4 ring-on-accent ${variants[side]}`
  const photo = <Avatar {...avatar} size="2xl" isDecorative={profile !== undefined} />
  if (!profile) return <div className={className}>{photo}</div>
  return (
    <Link
      to={href('/members/:id', { id: profile.id })}
      aria-label={profile.label}
      onClick={profile.onOpen}
      className={className}
    >
      {photo}
    </Link>
  )
}
