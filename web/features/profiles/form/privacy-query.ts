import { getPrivacy } from '#contract/profiles/privacy.ts'
import { apiQuery } from '#web/api/queries.ts'

export const privacyQuery = () => apiQuery(getPrivacy, {})
