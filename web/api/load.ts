import type { QueryClient, QueryExecuteOptions, QueryKey } from '@tanstack/react-query'
import { createContext, data, type RouterContextProvider } from 'react-router'
import { ApiError } from './api-error.ts'

/** The query client of the page (server) or tab (browser); set before any loader runs. */
export const queryClientContext = createContext<QueryClient>()

interface RouteArgs {
  context: Readonly<RouterContextProvider>
}

/** Fetches through the query cache and returns the data. */
export type Query = <Data, Key extends QueryKey>(
  options: QueryExecuteOptions<Data, Error, Data, Data, Key>,
) => Promise<Data>

/** Returns the `query` of a route: it answers from the cache if it can, however old the data is. */
export function queryOf({ context }: RouteArgs): Query {
  const client = context.get(queryClientContext)
  // The component's observer refreshes stale data after it is shown. Offline, a navigation must not wait for
  // a connection: the error page reports it.
  return (options) => client.query({ ...options, staleTime: 'static', networkMode: 'always' })
}

/**
 * Makes a route's loader. It fills the query cache, which components read, and returns null. It runs on the
 * server for the first page and in the browser for later ones, where it calls the API directly.
 *
 *     const load = loading(async ({ query, params }: Loading<Route.LoaderArgs>) => {
 *       await query(memberQuery(params.id))
 *     })
 *     export const loader = load
 *     export const clientLoader = load
 *
 *     export default function MemberPage({ params }: Route.ComponentProps) {
 *       const { member } = useSuspenseQuery(memberQuery(params.id)).data
 *
 * An error of the API becomes the error page with its status.
 */
export function loading<Args extends RouteArgs>(load: (args: Args & { query: Query }) => Promise<unknown>) {
  return async (args: Args): Promise<null> => {
    try {
      await load({ ...args, query: queryOf(args) })
      return null
    } catch (error) {
      throw asRouteError(error)
    }
  }
}

/** The arguments of a loader made by `loading`, for a route whose generated arguments are `Args`. */
export type Loading<Args extends RouteArgs = RouteArgs> = Args & { query: Query }

/** Converts an error of the API for the error page: status, code and parameters. Others stay as they are. */
export function asRouteError(error: unknown) {
  if (!(error instanceof ApiError)) return error
  // All that a loader sends comes from the address.
  if (error.code === 'request.invalid') return data({ code: 'request.not_found' }, { status: 404 })
  // Without an answer of the API the page is unavailable.
  return data({ code: error.code, params: error.params }, { status: error.status === 0 ? 503 : error.status })
}
