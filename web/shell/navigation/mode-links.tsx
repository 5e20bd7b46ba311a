import LayoutGrid from 'lucide-react/icons/layout-grid'
import Layers from 'lucide-react/icons/layers'
import Sparkles from 'lucide-react/icons/sparkles'
import { href } from 'react-router'
import { Link } from '#web/api/link.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'

const modes = { grid: LayoutGrid, cards: Layers, forYou: Sparkles }

/** The ways to look for members: the search, the swipe game and the match finder. */
export function ModeLinks({ current }: { current: keyof typeof modes }) {
  const t = useTranslations('search.modes')
  // The list at once, by what the profile answers. Its questions are a press away.
  const pages = { grid: href('/members'), cards: href('/swipe-game'), forYou: `${href('/match-finder')}?step=results` }
  return (
    <nav aria-label={t('label')} className="modes">
      {(['grid', 'cards', 'forYou'] as const).map((mode) => {
        const Icon = modes[mode]
        return (
          <Link key={mode} to={pages[mode]} prefetch="intent" aria-current={mode === current ? 'page' : undefined}>
            <Icon aria-hidden />
            {t(mode)}
          </Link>
        )
      })}
    </nav>
  )
}
