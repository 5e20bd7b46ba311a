import type { ReactNode } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { people } from './people.ts'
import { Bubble, HeartBadge, Person, TextLine } from './scene.tsx'

/** The steps from sign-up to the first message. */
export function Steps() {
  const t = useTranslations('home.steps')
  const illustration = useTranslations('home.illustration')
  const steps: { key: 'profile' | 'search' | 'write'; image: ReactNode }[] = [
    { key: 'profile', image: <ProfileImage /> },
    { key: 'search', image: <SearchImage /> },
    {
      key: 'write',
      image: (
        <div className="flex w-64 max-w-[calc(100%-1.5rem)] flex-col gap-2 rounded-lg bg-surface-raised p-4 shadow-raised">
          <Bubble>{illustration('question')}</Bubble>
          <Bubble isMine>{illustration('answer')}</Bubble>
        </div>
      ),
    },
  ]
  return (
    <section className="bg-surface-raised py-16 lg:py-20">
      <div className="mx-auto max-w-page px-4 md:px-6">
        <h2 className="text-center text-3xl font-bold tracking-tight">{t('title')}</h2>
        <ol className="mt-10 grid gap-10 md:grid-cols-3 md:gap-8">
          {steps.map(({ key, image }) => (
            <li key={key} className="text-center">
              <div aria-hidden className="grid h-52 place-items-center overflow-hidden rounded-lg bg-accent-soft">
                {image}
              </div>
              <h3 className="mt-5 text-lg font-bold">{t(`${key}.title`)}</h3>
              <p className="mx-auto mt-2 max-w-88 text-text-muted">{t(`${key}.text`)}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

function ProfileImage() {
  return (
    <div className="flex w-64 max-w-[calc(100%-1.5rem)] items-center gap-4 rounded-lg bg-surface-raised p-3 shadow-raised">
      <Person isLate src={people.w8} className="aspect-[3/4] w-24 shrink-0 rounded-md" />
      <div className="grid grow gap-3">
        <TextLine className="w-4/5" />
        <TextLine className="w-full" />
        <TextLine className="w-3/5" />
        <span className="flex gap-2">
          <TextLine className="h-5 w-12 bg-accent-quiet" />
          <TextLine className="h-5 w-9 bg-accent-quiet" />
        </span>
      </div>
    </div>
  )
}

function SearchImage() {
  return (
    <div className="relative flex items-center justify-center">
      <Person isLate src={people.v10} className="-me-6 aspect-[3/4] w-24 -rotate-6 rounded-md shadow-raised" />
      <Person isLate src={people.m12} className="z-1 aspect-[3/4] w-30 rounded-md shadow-floating" />
      <Person isLate src={people.w5} className="-ms-6 aspect-[3/4] w-24 rotate-6 rounded-md shadow-raised" />
      <HeartBadge className="absolute -bottom-3 z-2 size-12" />
    </div>
  )
}
