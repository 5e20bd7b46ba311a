import { useId } from 'react'
import { href } from 'react-router'
import { useUser } from '#web/features/accounts/use-user.ts'
import { useSiteLogo, useSiteName } from '#web/features/settings/use-settings.ts'
import { Link } from '#web/api/link.tsx'

/** The name and the logo of the site, as a link home, which for members is the search (SHELL-15). */
export function Brand() {
  const isLoggedIn = useUser() !== null
  return (
    <Link to={href(isLoggedIn ? '/members' : '/')} prefetch="intent" className="brand">
      <SiteLogo />
      <span>{useSiteName()}</span>
    </Link>
  )
}

/** The site's own logo, else the hearts. */
function SiteLogo() {
  const logo = useSiteLogo()
  return logo ? <img src={logo} alt="" height="28" /> : <Logo />
}

/** Two overlapping hearts. */
function Logo() {
  const gradient = useId()
  return (
    <svg viewBox="0 0 40 32" aria-hidden width="35" height="28">
      <defs>
        <linearGradient id={gradient} x1="0" x2="1" y1="0" y2="1">
          <stop offset="0" stopColor="var(--gradient-from)" />
          <stop offset="1" stopColor="var(--gradient-to)" />
        </linearGradient>
      </defs>
      <path d={heart} fill={`url(#${gradient})`} opacity="0.45" transform="translate(13 0)" />
      <path d={heart} fill={`url(#${gradient})`} />
    </svg>
  )
}

const heart = 'M13 29 3.4 19.3a7.6 7.6 0 0 1 0-10.8 7.7 7.7 0 0 1 9.6-1 7.7 7.7 0 0 1 9.6 1 7.6 7.6 0 0 1 0 10.8z'
