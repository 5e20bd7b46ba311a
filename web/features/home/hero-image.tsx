import { useTranslations } from '#web/i18n/intl.tsx'
import { people } from './people.ts'
import { Bubble, HeartBadge, Person, Phone, TextLine } from './scene.tsx'

const members = [people.w5, people.m18, people.v10, people.m9, people.w3, people.w8]

/** The product on two phones: a search, and a conversation. */
export function HeroImage() {
  const t = useTranslations('home.illustration')
  return (
    <div role="img" aria-label={t('label')} className="relative mx-auto aspect-[1/1.05] w-full max-w-120 select-none">
      <div className="absolute inset-[6%] rounded-full bg-accent-soft" />
      <div className="absolute inset-[24%] rounded-full bg-secondary-soft" />
      <Phone className="start-[5%] top-0 w-[47%] -rotate-3">
        <div className="flex items-center gap-2 px-3 pt-4 pb-3">
          <TextLine className="w-1/2" />
          <TextLine className="ms-auto w-1/6" />
        </div>
        <ul className="grid grid-cols-2 gap-1.5 px-2">
          {members.map((src, index) => (
            <li key={src} className="relative">
              <Person src={src} className="aspect-[3/4] w-full rounded-md" />
              {index === 3 && <HeartBadge className="absolute end-1 top-1 size-7" />}
            </li>
          ))}
        </ul>
      </Phone>
      <Phone className="end-[5%] bottom-0 w-[49%] rotate-3">
        <div className="flex items-center gap-2 border-b border-line bg-surface-raised px-3 pt-4 pb-2.5">
          <Person src={people.m12} className="size-9 rounded-full object-[50%_20%]" />
          <TextLine className="w-2/5" />
          <span className="ms-auto size-2.5 rounded-full bg-online" />
        </div>
        <div className="flex grow flex-col justify-end gap-2 p-3 pb-5">
          <p className="m-auto flex items-center rounded-full bg-surface-raised pe-3 text-xs font-bold whitespace-nowrap sm:text-sm text-secondary-text shadow-raised">
            <HeartBadge className="size-8 shadow-none" />
            {t('match')}
          </p>
          <Bubble>{t('question')}</Bubble>
          <Bubble isMine>{t('answer')}</Bubble>
          <Bubble>{t('plan')}</Bubble>
        </div>
      </Phone>
    </div>
  )
}
