import { AppError } from '#server/platform/errors.ts'

/** What routes depend on, for tests without members, operators, uploads and a database. */
export const bareRoutes = {
  identify: async () => null,
  authorizeOperator: async () => {
    throw new AppError('request.not_found')
  },
  uploads: { receive: () => Promise.reject(new Error('no upload')) },
  quotaCounter: { count: async () => {} },
  readFor: () => async () => {
    throw new Error('no database')
  },
}
