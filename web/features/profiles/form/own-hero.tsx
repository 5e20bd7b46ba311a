import Pencil from 'lucide-react/icons/pencil'
import Target from 'lucide-react/icons/target'
import { href } from 'react-router'
import { photoUrl, wholeSrcSet } from '#contract/profiles/photo-urls.ts'
import type { OwnProfile } from '#contract/profiles/schemas.ts'
import { Link } from '#web/api/link.tsx'
import { ageAt } from '#web/features/profiles/age-at.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useNow } from '#web/i18n/now.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { LazyImage } from '#web/ui/media/lazy-image.tsx'
import { useChoiceText } from './use-choice-text.ts'

/** The head of the own profile as others see it: the main photo with name, age, place and intention on it. */
export function OwnHero({ profile }: { profile: OwnProfile }) {
  const t = useTranslations('profiles.own')
  const choiceText = useChoiceText()
  const { name, birthDate, gender, city, region, intention } = profile
  const photo = profile.photos.find(({ status, isHidden }) => status !== 'rejected' && !isHidden)
  const age = ageAt(birthDate, useNow())
  return (
    <div className="relative overflow-hidden bg-surface-muted max-md:-mx-4 md:rounded-lg">
      {photo ? (
        <LazyImage
          src={photoUrl(photo.id, 'medium')}
          srcSet={wholeSrcSet(photo)}
          sizes="(min-width: 768px) 480px, 100vw"
          width={3}
          height={4}
          // The list of the photos describes it.
          alt=""
          preview={photo.preview}
          isUrgent
          className="w-full max-md:max-h-[68svh]"
        />
      ) : (
        <div className="grid h-96 place-items-center bg-no-photo pb-12 text-6xl font-bold text-accent-text">
          <span aria-hidden>{[...name][0]}</span>
        </div>
      )}
      <div
        className={cx(
          'absolute inset-x-0 bottom-0 px-4 pt-12 pb-4',
          photo ? 'bg-shade-bottom text-on-shade' : 'text-text',
        )}
      >
        <p dir="auto" className="line-clamp-2 pe-14 font-display text-3xl font-bold wrap-anywhere">
          {age === null ? name : `${name}, ${age}`}
        </p>
        <p className="truncate pe-14">{city || region}</p>
        {intention && (
          <p className="mt-1 flex items-center gap-1.5 pe-14 font-medium">
            <Target aria-hidden className="size-4 shrink-0" />
            {choiceText('intention', intention, gender)}
          </p>
        )}
      </div>
      <IconButton
        label={t('sections.details')}
        variant="raised"
        className="absolute end-3 bottom-3"
        render={<Link to={`${href('/profile')}#details`} />}
      >
        <Pencil />
      </IconButton>
    </div>
  )
}
