import { useTranslations } from '#web/i18n/intl.tsx'
import { imageUrl } from './cast.ts'
import facesUrl from './images/faces.webm?url'
import storyUrl from './images/story.webm?url'
import { Intro } from './intro.tsx'
import type { LanderView } from './use-lander.ts'
import './film-landers.css'

/** A conversation as a film in the shape of a phone. Without a script it is started by its own controls. */
export function FilmLander({ view }: { view: LanderView }) {
  const t = useTranslations('landers')
  return (
    <div className="lander-split film">
      <Intro
        view={view}
        title={
          <>
            {view.text('title')}
            <span aria-hidden className="film-dots">
              <i />
              <i />
              <i />
            </span>
          </>
        }
      >
        <p className="film-line">{view.text('one')}</p>
      </Intro>
      <div className="film-phone">
        <video
          data-film
          src={storyUrl}
          poster={imageUrl('story')}
          width={540}
          height={720}
          aria-label={t('film')}
          preload="none"
          controls
          muted
          loop
          playsInline
        />
      </div>
    </div>
  )
}

const moods = ['one', 'two', 'three', 'four'] as const

/** Faces that change behind a sentence whose end changes with them. */
export function TransitionsLander({ view }: { view: LanderView }) {
  return (
    <div className="transitions">
      <video
        data-film
        aria-hidden
        src={facesUrl}
        poster={imageUrl('faces')}
        width={960}
        height={540}
        preload="none"
        tabIndex={-1}
        muted
        loop
        playsInline
        className="transitions-film"
      />
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
