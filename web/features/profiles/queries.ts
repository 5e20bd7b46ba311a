import { getMember, getOwnProfile } from '#contract/profiles.ts'
import { apiQuery } from '#web/api/queries.ts'

export const memberQuery = (profileId: string) => apiQuery(getMember, { params: { profileId } })

export const ownProfileQuery = () => apiQuery(getOwnProfile, {})
