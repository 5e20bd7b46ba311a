import { useTranslations } from '#web/i18n/intl.tsx'
import { useNow } from '#web/i18n/now.tsx'
import { useCountryName } from '#web/i18n/use-country-name.ts'
import { photoUrl } from '#contract/profiles/photo-urls.ts'
import type { OwnProfile } from '#contract/profiles/schemas.ts'
import { useChoiceText } from '#web/features/profiles/form/use-choice-text.ts'
import { placeLine } from '#web/features/profiles/place-line.ts'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { LazyImage } from '#web/ui/media/lazy-image.tsx'
import { ageAt } from '#web/features/profiles/age-at.ts'
import { OwnCard } from './own-card.tsx'

const SHOWN_INTERESTS = 6

/** The own card once the account exists. */
export function ProfileOwnCard({ profile }: { profile: OwnProfile }) {
  const t = useTranslations('profiles')
  const choiceText = useChoiceText()
  const countryName = useCountryName()
  const { name, birthDate, city, region, country, intention, interests, gender } = profile
  const [photo] = profile.photos
  const image = photo && { src: photoUrl(photo.id, 'tile'), preview: photo.preview }
  return (
    <OwnCard
      name={name}
      age={ageAt(birthDate, useNow())}
      place={placeLine({ city, region, country: city ? '' : (countryName(country) ?? '') })}
      portrait={image && <LazyImage {...image} width={3} height={4} alt="" />}
      face={image && <Avatar name={name} {...image} isDecorative />}
      intention={intention ? choiceText('intention', intention, gender) : undefined}
      chips={interests.slice(0, SHOWN_INTERESTS).map((interest) => t(`interest.${interest}`))}
    />
  )
}
