import { randomUUID } from 'node:crypto'
import { sendMessage } from '#contract/chat/calls.ts'
import { requestOf } from '#web/api/call.ts'
import type { BenchDatabase } from './database.ts'
import { openConnection, requestText, type Connection } from './http-client.ts'
import { findViewers, type BenchViewer } from './viewers.ts'

/** Two members with a conversation. */
export interface Pair {
  sender: BenchViewer
  receiver: BenchViewer
}

export const BODY = 'Shall we meet on Saturday at the market, at eleven or a little later?'

/** Pairs the viewers, gives them enough credits and removes blocks between them. */
export async function choosePairs({ admin }: BenchDatabase): Promise<Pair[]> {
  const viewers = await findViewers(admin)
  const pairs: Pair[] = []
  for (let n = 0; n + 1 < viewers.length; n += 2) {
    const [sender, receiver] = [viewers[n], viewers[n + 1]]
    if (sender && receiver) pairs.push({ sender, receiver })
  }
  const keys = viewers.map(({ userId }) => userId)
  await admin.query(`update account_balances set balance = 1000000000 where user_id = any($1::bigint[])`, [keys])
  await admin.query(`delete from blocks where user_id = any($1::bigint[]) and other_id = any($1::bigint[])`, [keys])
  return pairs
}

/** Sends one message in each pair: the first one of a conversation takes another way than all that follow. */
export async function startConversations({ port, pairs }: { port: number; pairs: Pair[] }) {
  const waiting: ((status: number) => void)[] = []
  const connection: Connection = await openConnection({ port, onReply: (status) => waiting.shift()?.(status) })
  for (const pair of pairs) {
    const { promise, resolve } = Promise.withResolvers<number>()
    waiting.push(resolve)
    connection.send(requestOfMessage(pair))
    const status = await promise
    if (status !== 200) throw new Error(`a conversation was not started: ${status}`)
  }
  connection.close()
}

/** Returns the text of a request that sends a message. */
export function requestOfMessage({ sender, receiver }: Pair) {
  const body = { clientId: randomUUID(), body: BODY }
  const { method, url } = requestOf(sendMessage, { params: { profileId: receiver.profileId }, body })
  return requestText({ method, url, cookie: sender.cookie, body: JSON.stringify(body) })
}
