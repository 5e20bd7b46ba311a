import { useTranslations } from '#web/i18n/intl.tsx'
import { Intro } from './intro.tsx'
import { Portrait } from './portrait.tsx'
import type { LanderView } from './use-lander.ts'
import './film-landers.css'

/** A conversation that repeats itself, sharp on every screen. Without motion all of it is shown. */
export function FilmLander({ view }: { view: LanderView }) {
  const t = useTranslations('landers')
  return (
    <div className="lander-split film">
      <Intro
        view={view}
        title={
          <>
            {view.text('title')}
            <Dots />
          </>
        }
      >
        <p className="film-line">{view.text('one')}</p>
      </Intro>
      <div role="img" aria-label={t('film')} className="film-phone">
        <div aria-hidden className="film-screen">
          <p className="film-head">
            <Portrait view={view} index={1} />
            <i />
          </p>
          <p className="film-first">{view.text('two')}</p>
          <p className="film-typing">
            <Dots />
          </p>
          <p className="film-answer">{view.text('three')}</p>
          <p className="film-last">{view.text('four')}</p>
          <div className="film-match">
            <Portrait view={view} index={0} />
            <Portrait view={view} index={1} />
            <strong>{view.text('five')}</strong>
          </div>
        </div>
      </div>
    </div>
  )
}

/** The sign that a partner is typing. */
function Dots() {
  return (
    <span aria-hidden className="film-dots">
      <i />
      <i />
      <i />
    </span>
  )
}

const moods = ['one', 'two', 'three', 'four'] as const

/** Faces that change behind a sentence whose end changes with them. */
export function TransitionsLander({ view }: { view: LanderView }) {
  return (
    <div className="transitions">
      <div aria-hidden className="transitions-faces">
        {moods.map((mood, index) => (
          <Portrait key={mood} view={view} index={index} />
        ))}
      </div>
      <Intro
        view={view}
        title={
          <>
            {view.text('title')}{' '}
            <span className="transitions-moods">
              {moods.map((mood, index) => (
                <span key={mood}>
                  {view.text(mood)}
                  {index < moods.length - 1 ? <span className="sr-only">, </span> : null}
                </span>
              ))}
            </span>
          </>
        }
      />
    </div>
  )
}
