import { randomUUID } from 'node:crypto'
import { startFakeApi, type ApiReply } from './fake-api.ts'

const SDK_ID = '7e0b8f3c-1d52-4a6e-9b0f-3a5c2d1e4f60'
const API_KEY = 'a secret key'

const PATH = '/api/v1/sessions'

/**
 * Plays Yoti's Age Verification Service: https://developers.yoti.com/age-verification. A test sets what has
 * become of a session.
 */
export async function startFakeYoti() {
  /** Statuses by the id of the session, in the order of creation. */
  const sessions = new Map<string, string>()
  const api = await startFakeApi(
    ({ method, path, headers, body }): ApiReply => {
      if (headers.authorization !== `Bearer ${API_KEY}`) return { status: 403 }
      if (headers['yoti-sdk-id'] !== SDK_ID) return { status: 401 }
      if (method === 'POST' && path === PATH) {
        if (body?.type !== 'OVER' || typeof body.ttl !== 'number') return { status: 400 }
        const id = randomUUID()
        sessions.set(id, 'PENDING')
        return { status: 201, body: { id, status: 'PENDING', expires_at: '2030-10-30T20:04:00Z' } }
      }
      const id = new RegExp(`^${PATH}/([^/]+)/result$`).exec(path)?.[1] ?? ''
      const status = sessions.get(id)
      if (method !== 'GET' || status === undefined) return { status: 404 }
      return { status: 200, body: { id, status, type: 'OVER', age: 18, method: 'DOC_SCAN', evidence_id: randomUUID() } }
    },
    { methods: [], inProgress: { status: 409 }, reused: { status: 409 } },
  )
  const { origin, host } = new URL(api.url)
  return {
    api,
    origin,
    sessions,
    account: { origin, sdkId: SDK_ID, apiKey: API_KEY },
    /** Of `AGE_PROVIDER_URL`. */
    providerUrl: `http://${SDK_ID}:${encodeURIComponent(API_KEY)}@${host}`,
    /** Sets what has become of the last session. */
    setStatus: (status: string) => void sessions.set([...sessions.keys()].at(-1) ?? '', status),
  }
}

export type FakeYoti = Awaited<ReturnType<typeof startFakeYoti>>
