import Heart from 'lucide-react/icons/heart'
import Layers from 'lucide-react/icons/layers'
import Search from 'lucide-react/icons/search'
import Sparkles from 'lucide-react/icons/sparkles'
import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { SWIPE_DAYS } from '#contract/limits.ts'
import { Link } from '#web/api/link.tsx'
import { loading, queryClientContext, type Loading } from '#web/api/load.ts'
import { QueryFailed } from '#web/api/query-failed.tsx'
import { LikesLeft } from '#web/features/games/likes-left.tsx'
import { swipeGameQuery } from '#web/features/games/queries.ts'
import { SwipeStack } from '#web/features/games/swipe-stack.tsx'
import { useSwipeGame } from '#web/features/games/use-swipe-game.ts'
import { ModeLinks } from '#web/shell/navigation/mode-links.tsx'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { useFocusAfterRemoval } from '#web/ui/hooks/use-focus-after-removal.ts'
import type { Route } from './+types/swipe-game'

const load = loading(async ({ context }: Loading<Route.LoaderArgs>) => {
  // Another device may have swiped since.
  await context.get(queryClientContext).query({ ...swipeGameQuery(), staleTime: 0, networkMode: 'always' })
})
export const loader = load
export const clientLoader = load

/** The swipe game (GAME-1 to GAME-4). */
export default function SwipeGamePage() {
  const t = useTranslations('games.swipe')
  const play = useSwipeGame()
  const hasStack = play.game.cards.length > 0 || play.isUndoing
  // The buttons go with the last card.
  const box = useFocusAfterRemoval<HTMLDivElement>(hasStack ? 1 : 0)
  return (
    <>
      <PageTitle title={t('title')} isPrivate />
      <h1 className="sr-only">{t('title')}</h1>
      {/* A small phone needs its height for the face. Its bar leads to the list, which has these links. */}
      <div className="mb-2 flex justify-center max-md:-mt-3 md:mb-4 short:hidden">
        <ModeLinks current="cards" />
      </div>
      <div ref={box} tabIndex={-1} className="outline-none">
        {hasStack ? (
          <SwipeStack play={play} />
        ) : (
          <>
            {play.isFetching ? (
              <div className="grid min-h-96 place-items-center">
                <Spinner />
              </div>
            ) : play.hasFailed ? (
              <QueryFailed query={{ data: undefined, isError: true, isFetching: false, refetch: play.refresh }} />
            ) : (
              <NoCards play={play} />
            )}
            <LikesLeft allowance={play.game.allowance} fetchedAt={play.fetchedAt} onRenewed={play.renew} />
          </>
        )}
      </div>
    </>
  )
}

/** After the last card: what to do next, and the way back to the last one. */
function NoCards({ play }: { play: ReturnType<typeof useSwipeGame> }) {
  const t = useTranslations('games.swipe')
  const { undoable } = play.game
  return (
    <EmptyState
      icon={<Layers />}
      title={t('empty.title')}
      actions={
        <>
          <Button icon={<Sparkles />} render={<Link to={`${href('/match-finder')}?step=results`} prefetch="intent" />}>
            {t('empty.finder')}
          </Button>
          <Button variant="outline" icon={<Search />} render={<Link to={href('/members')} prefetch="intent" />}>
            {t('empty.search')}
          </Button>
          <Button variant="outline" icon={<Heart />} render={<Link to={href('/likes/:type?')} prefetch="intent" />}>
            {t('empty.likes')}
          </Button>
          {undoable !== null && (
            <Button variant="ghost" onClick={play.undo}>
              {t('undo')}
            </Button>
          )}
        </>
      }
    >
      {t('empty.text', { days: SWIPE_DAYS })}
    </EmptyState>
  )
}
