import { ApiError } from '#web/api/api-error.ts'
import { loading } from '#web/api/load.ts'

/** An address of the console without a page: the error page of its layout. */
const load = loading(async () => {
  throw new ApiError(404, { code: 'request.not_found' })
})
export const loader = load
export const clientLoader = load

export default function NoPage() {
  return null
}
