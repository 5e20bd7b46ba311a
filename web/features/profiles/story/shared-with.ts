import type { MemberProfile, OwnProfile } from '#contract/profiles/schemas.ts'

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
