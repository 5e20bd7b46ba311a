import HeartHandshake from 'lucide-react/icons/heart-handshake'
import MapPin from 'lucide-react/icons/map-pin'
import Target from 'lucide-react/icons/target'
import type { MemberProfile, OwnProfile } from '#contract/profiles/schemas.ts'
import { useChoiceText } from '#web/features/profiles/form/use-choice-text.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Chip } from '#web/ui/elements/chip.tsx'

interface Props {
  member: MemberProfile
  /** The viewer's own profile. */
  own: OwnProfile
}

/** What the viewer and the member have in common, before all else; nothing where there is nothing. */
export function SharedThings({ member, own }: Props) {
  const t = useTranslations('profiles-member.common')
  const profilesT = useTranslations('profiles')
  const choiceText = useChoiceText()
  const { intention, city, interests } = sharedWith(member, own)
  if (intention === null && city === null && interests.length === 0) return null
  return (
    <section className="rounded-lg border border-line p-5">
      <h2 className="mb-3 flex items-center gap-2 text-base font-semibold">
        <HeartHandshake aria-hidden className="size-5 text-secondary-text" />
        {t('title')}
      </h2>
      <ul className="flex flex-wrap gap-2">
        {intention !== null && (
          <li className="max-w-full">
            <Chip isMarked icon={<Target aria-hidden />}>
              {t('intention', { intention: choiceText('intention', intention, member.gender) })}
            </Chip>
          </li>
        )}
        {city !== null && (
          <li className="max-w-full">
            <Chip isMarked icon={<MapPin aria-hidden />}>
              {t('city', { city })}
            </Chip>
          </li>
        )}
        {interests.map((interest) => (
          <li key={interest} className="max-w-full">
            <Chip isMarked>{profilesT(`interest.${interest}`)}</Chip>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Returns what two members have in common, of what the profile shows. 'Not sure' is nothing to share. */
export function sharedWith(
  member: Pick<MemberProfile, 'intention' | 'country' | 'city' | 'interests'>,
  own: Pick<OwnProfile, 'intention' | 'country' | 'city' | 'interests'>,
) {
  const { intention, city } = member
  const isSameTown = city !== '' && city === own.city && member.country === own.country
  return {
    intention: intention !== 'unsure' && intention === own.intention ? intention : null,
    city: isSameTown ? city : null,
    interests: member.interests.filter((interest) => own.interests.includes(interest)),
  }
}
