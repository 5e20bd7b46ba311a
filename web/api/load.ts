import type { QueryClient, QueryExecuteOptions, QueryKey } from '@tanstack/react-query'
import { createContext, data, type RouterContextProvider } from 'react-router'
import { ApiError } from './api-error.ts'

/** The query client of this page (server) or tab (browser): set before any loader runs. */
export const queryClientContext = createContext<QueryClient>()

interface RouteArgs {
  context: Readonly<RouterContextProvider>
  url: URL
}

/** Fetches through the query cache and returns the data. */
export type Query = <Data, Key extends QueryKey>(
  options: QueryExecuteOptions<Data, Error, Data, Data, Key>,
) => Promise<Data>

/**
 * Creates a route's loader. It fills the query cache, from which components read, so it returns null.
 * The same function runs on the server for the first page and in the browser for every later one, where it calls the API
 * directly and uses cached data at once; the component's observer refreshes stale data in the background.
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
    const client = args.context.get(queryClientContext)
    const query: Query = (options) => client.query({ ...options, staleTime: 'static' })
    try {
      await load({ ...args, query })
      return null
    } catch (error) {
      throw asRouteError(error)
    }
  }
}

/** The arguments that `loading` passes for a route whose generated loader arguments are `Args`. */
export type Loading<Args extends RouteArgs> = Args & { query: Query }

/** Converts an error of the API to what the error page shows: status, code and values. Returns any other error unchanged. */
export function asRouteError(error: unknown) {
  if (!(error instanceof ApiError)) return error
  // On the server, a call without a reply means that the site itself fails.
  return data({ code: error.code, params: error.params }, { status: error.status === 0 ? 503 : error.status })
}
