import { useLocation } from 'react-router'
import { useUser } from '#web/features/accounts/use-user.ts'
import { cx } from '#web/ui/cx.ts'
import { Disclaimer } from './disclaimer.tsx'
import { LegalLinks } from './legal-links.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

/**
 * Legal links, and the disclaimer of the visitor's locale. Visitors also have the theme switch; members see a
 * smaller footer except on the home page, on a phone none, and an installed app omits the sentence.
 */
export function Footer() {
  const { pathname } = useLocation()
  const isLoggedIn = useUser() !== null
  const isSmall = isLoggedIn && pathname !== '/'
  return (
    <footer
      className={cx(
        'border-t border-line text-sm text-text-muted',
        isSmall ? 'mt-8 py-4 max-md:hidden' : 'mt-12 py-8 standalone:py-4',
      )}
    >
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-8 gap-y-4 px-4 md:px-6 standalone:justify-center">
        <LegalLinks className="standalone:justify-center" />
        {!isLoggedIn && <ThemeSwitch />}
        {!isSmall && <Disclaimer className="w-full standalone:hidden" />}
      </div>
    </footer>
  )
}
