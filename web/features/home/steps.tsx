import { useTranslations } from 'use-intl'

const steps = ['profile', 'search', 'write'] as const

/** The steps from sign-up to the first message. */
export function Steps() {
  const t = useTranslations('home.steps')
  return (
    <section className="bg-surface-raised py-16 lg:py-20">
      <div className="mx-auto max-w-page px-4 md:px-6">
        <h2 className="text-center text-3xl font-bold tracking-tight">{t('title')}</h2>
        <ol className="mt-10 grid gap-8 md:grid-cols-3">
          {steps.map((step, index) => (
            <li key={step} className="text-center">
              <span
                aria-hidden
                className="mx-auto grid size-14 place-items-center rounded-full bg-accent-soft text-xl font-extrabold text-accent-text"
              >
                {index + 1}
              </span>
              <h3 className="mt-4 text-lg font-bold">{t(`${step}.title`)}</h3>
              <p className="mx-auto mt-2 max-w-88 text-text-muted">{t(`${step}.text`)}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
