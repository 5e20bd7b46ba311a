import { useTranslations } from '#web/i18n/intl.tsx'
import { scrollRegion } from '#web/ui/navigation/scroll-region.ts'
import { CastImage } from '#web/ui/media/cast-image.tsx'

/**
 * The steps from sign-up to the first message, each with the part of the product as members see it: a
 * profile, a match and a chat. On a phone they are side by side, to be moved by hand.
 */
export function Product() {
  const t = useTranslations('home.steps')
  const steps = [
    { key: 'profile', image: <Profile /> },
    { key: 'search', image: <Match /> },
    { key: 'write', image: <Chat /> },
  ] as const
  return (
    <section aria-labelledby="how" className="py-12 lg:py-20">
      <h2 id="how" className="px-4 text-center text-3xl font-bold">
        {t('title')}
      </h2>
      <ol ref={scrollRegion} className="home-steps">
        {steps.map(({ key, image }) => (
          <li key={key}>
            <div aria-hidden>{image}</div>
            <h3>{t(`${key}.title`)}</h3>
            <p>{t(`${key}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** A first photo with its name, and an answer, as in `profiles/story`. */
function Profile() {
  const t = useTranslations('home.illustration')
  return (
    <>
      <div className="grid *:[grid-area:1/1]">
        <CastImage name="w5" className="aspect-10/9 bg-[50%_12%]" />
        <p className="flex items-center gap-2 self-end bg-shade-bottom px-5 pt-10 pb-3 text-2xl font-bold text-on-shade">
          Mara, 31 <span className="tile-dot" />
        </p>
      </div>
      <div className="m-3 grid grow content-center gap-1 rounded-lg bg-accent-soft px-5">
        <p className="text-sm font-semibold text-accent-text">{t('prompt')}</p>
        <p className="text-lg leading-snug font-semibold text-balance">{t('own')}</p>
      </div>
    </>
  )
}

/** Two members who like each other, as in `likes/match-popup.tsx`. */
function Match() {
  const t = useTranslations('home.illustration')
  return (
    <div className="home-match">
      <div>
        <CastImage name="w3" />
        <CastImage name="m18" />
        <p>
          <span className="heart-mark size-7" />
        </p>
      </div>
      {t('match')}
    </div>
  )
}

/** The end of a conversation, as in `chat`. */
function Chat() {
  const t = useTranslations('home.illustration')
  return (
    <>
      <p className="flex items-center gap-3 border-b border-line px-4 py-3 font-semibold">
        <CastImage name="m9" className="size-11 rounded-full bg-[50%_25%]" />
        Jonas
        <span className="size-2.5 rounded-full bg-online" />
      </p>
      <div className="home-chat">
        <p>{t('question')}</p>
        <p>{t('answer')}</p>
        <p>{t('plan')}</p>
      </div>
      <p className="m-3 flex items-center justify-end rounded-full border border-line-strong p-1.5">
        <span className="me-auto ms-3 text-2xl leading-none text-text-muted">+</span>
        <span className="grid size-9 place-items-center rounded-full bg-accent font-bold text-on-accent">↑</span>
      </p>
    </>
  )
}
