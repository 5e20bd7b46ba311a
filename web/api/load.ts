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
 * Makes a route's loader. It fills the query cache; components read from there, so the loader returns nothing.
 * The same function runs on the server for the first page and in the browser for every later one, where it calls the
 * API directly and answers from the cache at once if it can, refreshing behind the scenes.
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
 * A rejection of the API becomes the error page with its status.
 */
export function loading<Args extends RouteArgs>(load: (args: Args & { query: Query }) => Promise<unknown>) {
  return async (args: Args): Promise<null> => {
    const client = args.context.get(queryClientContext)
    // What the cache has is shown at once; the component's observer refreshes it if it is stale.
    const query: Query = (options) => client.query({ ...options, staleTime: 'static' })
    try {
      await load({ ...args, query })
      return null
    } catch (error) {
      throw asRouteError(error)
    }
  }
}

/** What `loading` hands to a route whose generated loader arguments are `Args`. */
export type Loading<Args extends RouteArgs> = Args & { query: Query }

/** What the error page can show: status, code, values of the sentence. Anything else is passed on as it is. */
export function asRouteError(error: unknown) {
  if (!(error instanceof ApiError)) return error
  // No answer while rendering is a failure of ours.
  return data({ code: error.code, params: error.params }, { status: error.status === 0 ? 503 : error.status })
}
