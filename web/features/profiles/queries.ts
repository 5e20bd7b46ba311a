import { getMember, getOwnProfile } from '#contract/profiles/calls.ts'
import { apiQuery } from '#web/api/queries.ts'

// Every page of a member loads these. Those of a single page are in files of their own.

export const memberQuery = (profileId: string) => apiQuery(getMember, { params: { profileId } })

export const ownProfileQuery = () => apiQuery(getOwnProfile, {})
