import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Language } from '#contract/languages.ts'
import { AppError } from '#server/platform/errors.ts'

/** What the platform needs of a logged-in user. The application's own viewer type has more. */
export interface RequestViewer {
  userId: number
  sessionHash: Buffer
  language: Language
}

/** The operator behind a call of the console. The slice of the operators adds its fields. */
export interface RequestOperator {
  operatorId: string
}

/**
 * Finds the operator of a request whose role may make a call.
 * @throws AppError when there is none, or one who may not
 */
export type AuthorizeOperator = (request: FastifyRequest, endpoint: Endpoint) => Promise<RequestOperator>

/** Finds the logged-in user of a request; null for a visitor. */
export type Identify<Viewer = RequestViewer> = (request: FastifyRequest) => Promise<Viewer | null>

/** How routes find out who calls. */
export interface Callers {
  identify: Identify
  authorizeOperator: AuthorizeOperator
}

/**
 * Identifies the viewer or the operator of a request. Who is logged in as both is one of them to each call.
 * @throws AppError `authentication_required` if the endpoint is for members and the request is a visitor's;
 * those of `AuthorizeOperator`
 */
export async function authorize(endpoint: Endpoint, { identify, authorizeOperator }: Callers, request: FastifyRequest) {
  if (endpoint.access === 'operator') return { viewer: null, operator: await authorizeOperator(request, endpoint) }
  const viewer = await identify(request)
  if (endpoint.access === 'member' && !viewer) throw new AppError('authentication_required')
  return { viewer, operator: null }
}

/** Identifies each request once: a page makes several calls. */
export function oncePerRequest<Viewer>(identify: Identify<Viewer>): Identify<Viewer> {
  const viewers = new WeakMap<FastifyRequest, Promise<Viewer | null>>()
  return (request) => {
    const viewer = viewers.get(request) ?? identify(request)
    viewers.set(request, viewer)
    return viewer
  }
}
