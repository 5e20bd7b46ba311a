import { ApiError } from '#web/api/api-error.ts'
import { loading } from '#web/api/load.ts'

/** Any path without a route: the error page of the layout, with status 404. */
const load = loading(async () => {
  throw new ApiError(404, { code: 'request.not_found' })
})
export const loader = load
export const clientLoader = load

export default function NotFound() {
  return null
}
