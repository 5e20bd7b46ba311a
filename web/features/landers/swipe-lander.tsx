import Heart from 'lucide-react/icons/heart'
import X from 'lucide-react/icons/x'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Actions, Intro } from './intro.tsx'
import { Portrait } from './portrait.tsx'
import type { LanderView } from './use-lander.ts'
import './swipe-lander.css'

const ideas = ['one', 'two', 'three', 'four', 'five'] as const

/**
 * Cards with ideas for an evening, not with people: there are no members to show before the sign-up. The
 * script stacks them (browser/deck.ts); without it they are a row to scroll.
 */
export function SwipeLander({ view }: { view: LanderView }) {
  const t = useTranslations('landers')
  return (
    <div className="lander-split swipe">
      <Intro view={view} />
      <div data-deck className="swipe-deck">
        <ul data-cards aria-label={t('cards')} className="swipe-cards">
          {ideas.map((idea, index) => (
            <li key={idea} data-card className="swipe-idea">
              <Portrait view={view} index={index} />
              <p>{view.text(idea)}</p>
              <span aria-hidden className="swipe-yes">
                <Heart />
              </span>
              <span aria-hidden className="swipe-no">
                <X />
              </span>
            </li>
          ))}
        </ul>
        <p data-status aria-live="polite" className="sr-only" />
        <div data-controls className="swipe-controls">
          <button type="button" data-answer="no" aria-label={t('no')} title={t('no')}>
            <X aria-hidden />
          </button>
          <button type="button" data-answer="yes" aria-label={t('yes')} title={t('yes')}>
            <Heart aria-hidden />
          </button>
          <p className="pointer-coarse:hidden">{t('swipeHelp')}</p>
          <p className="hidden pointer-coarse:block">{t('swipeHelpTouch')}</p>
        </div>
        <section data-end hidden tabIndex={-1} className="swipe-end">
          <div aria-hidden className="swipe-faces">
            {ideas.slice(0, 4).map((idea, index) => (
              <Portrait key={idea} view={view} index={index} />
            ))}
          </div>
          <h2>
            <span className="swipe-some">{t('chosen')}</span>
            <span className="swipe-none">{t('chosenNone')}</span>
          </h2>
          <ul data-chosen className="swipe-chosen" />
          <p>{view.text('six')}</p>
          <Actions view={view} />
        </section>
      </div>
    </div>
  )
}
