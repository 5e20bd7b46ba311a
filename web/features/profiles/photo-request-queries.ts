import { listPhotoRequests } from '#contract/photo-requests.ts'
import { apiQuery } from '#web/api/queries.ts'

/** Members who asked for the member's photos on request. */
export const photoRequestsQuery = () => apiQuery(listPhotoRequests, {})
