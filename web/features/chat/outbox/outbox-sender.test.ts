import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Message } from '#contract/chat/schemas.ts'
import { ApiError } from '#web/api/api-error.ts'
import { chatStore, clearChatStore } from '#web/features/chat/offline/chat-store.ts'
import { OutboxSender } from './outbox-sender.ts'
import { newOutgoing, outboxKey, type Outbox } from './outbox.ts'
import { storedOutbox } from './stored-outbox.ts'
import { outgoingText, testMessage } from '#web/features/chat/conversation/test-conversation.ts'

/*
 * Node has no database of a browser, so the store is in memory: the senders of two tabs share it, as they
 * share the database.
 */

const senders: OutboxSender[] = []
const sent: string[] = []

beforeEach(() => {
  vi.useFakeTimers()
  // The waits are as long as they are on average.
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  sent.length = 0
})

afterEach(async () => {
  for (const sender of senders.splice(0)) sender.stop()
  await clearChatStore()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

type Answer = 'sent' | 'lost' | 'rejected' | 'unpaid'

/** The sender of a tab whose server answers like this in turn, then always with the last answer. */
function tab(answers: Answer[] = ['sent']) {
  const client = new QueryClient()
  let tries = 0
  const sender = new OutboxSender({
    client,
    memberId: 'me',
    send: async (_profileId, { clientId }) => {
      const answer = answers[Math.min(tries, answers.length - 1)]
      tries += 1
      await Promise.resolve()
      if (answer === 'lost') throw new ApiError(0, { code: 'request.unreachable' })
      if (answer === 'rejected') throw new ApiError(422, { code: 'chat.too_long' })
      if (answer === 'unpaid') throw new ApiError(402, { code: 'credits.insufficient' })
      sent.push(clientId)
      return { message: serverMessage(clientId), credits: 5 }
    },
  })
  senders.push(sender)
  return { sender, client, shown: () => client.getQueryData<Outbox>(outboxKey('ana')) ?? [], tries: () => tries }
}

function serverMessage(clientId: string): Message {
  return testMessage(sent.length, { clientId, senderId: 'me' })
}

const stored = () => storedOutbox(chatStore('me')).read('ana')
const idsOf = (outbox: Outbox) => outbox.map(({ clientId }) => clientId)

describe('a message', () => {
  test('is stored before it is shown, and gone once the server has it', async () => {
    const { sender, shown, client } = tab()
    const storedWhenShown = new Promise((resolve) => {
      client.getQueryCache().subscribe(() => {
        if (shown().length > 0) resolve(stored().then(idsOf))
      })
    })
    await sender.enqueue('ana', outgoingText('a'))
    expect(await storedWhenShown).toEqual(['a'])
    expect([sent, shown(), await stored()]).toEqual([['a'], [], []])
  })

  test('is sent after those before it', async () => {
    const { sender } = tab()
    await Promise.all(['a', 'b', 'c'].map((id) => sender.enqueue('ana', outgoingText(id))))
    expect(sent).toEqual(['a', 'b', 'c'])
  })

  test('that the server rejects waits for the viewer, and those after it are sent', async () => {
    const { sender, shown } = tab(['rejected', 'sent'])
    await sender.enqueue('ana', outgoingText('a'))
    await sender.enqueue('ana', outgoingText('b'))
    expect(sent).toEqual(['b'])
    expect(shown()).toMatchObject([{ clientId: 'a', problem: { code: 'chat.too_long' } }])
    expect(await stored()).toMatchObject([{ clientId: 'a', problem: { code: 'chat.too_long' } }])
  })

  test('is sent when the viewer tries again', async () => {
    const { sender, shown } = tab(['rejected', 'sent'])
    await sender.enqueue('ana', outgoingText('a'))
    await sender.enqueue('ana', outgoingText('a'))
    expect([sent, shown()]).toEqual([['a'], []])
  })

  test('whose photo was uploaded before a rejection is stored without that progress when it is sent again', async () => {
    const { sender } = tab(['lost'])
    await sender.enqueue('ana', { ...outgoingText('a'), share: 1 })
    expect(await stored()).toEqual([outgoingText('a')])
  })

  test('that is discarded is not sent later', async () => {
    const { sender, shown } = tab(['lost', 'sent'])
    await sender.enqueue('ana', outgoingText('a'))
    await sender.discard('ana', 'a')
    await sender.flushAll()
    expect([sent, shown(), await stored()]).toEqual([[], [], []])
  })

  test('that could not be paid has the balance fetched', async () => {
    const { sender, client } = tab(['unpaid'])
    const invalidate = vi.spyOn(client, 'invalidateQueries')
    await sender.enqueue('ana', outgoingText('a'))
    expect(invalidate).toHaveBeenCalledWith(expect.objectContaining({ queryKey: ['/api/user', {}] }))
  })
})

describe('without a connection', () => {
  test('messages wait in their order and go out once when it is back', async () => {
    const { sender, shown } = tab(['lost', 'lost', 'sent'])
    await sender.enqueue('ana', outgoingText('a'))
    await sender.enqueue('ana', outgoingText('b'))
    expect([sent, idsOf(shown())]).toEqual([[], ['a', 'b']])
    await sender.flushAll()
    expect([sent, shown()]).toEqual([['a', 'b'], []])
  })

  test('a suggested date waits as any message, also for the next page, and goes out once', async () => {
    const content = { kind: 'date', when: '2026-03-07T19:30', place: 'Café Luna' } as const
    const date = newOutgoing(content, { price: 2, replyTo: null, now: new Date(0) })
    const before = tab(['lost'])
    await before.sender.enqueue('ana', date)
    expect([sent, before.shown(), await stored()]).toEqual([[], [date], [date]])
    before.sender.stop()

    const after = tab()
    await Promise.all([after.sender.flushAll(), after.sender.flushAll()])
    await after.sender.flushAll()
    expect([sent, after.shown(), await stored()]).toEqual([[date.clientId], [], []])
  })

  /** Fails that many times; returns after how many seconds each of the next tries came. */
  async function waitsOf({ sender, tries }: ReturnType<typeof tab>, count: number) {
    const waits: number[] = []
    for (let seconds = 1; waits.length < count; seconds += 1) {
      const before = tries()
      await vi.advanceTimersByTimeAsync(1000)
      if (tries() === before) continue
      waits.push(seconds)
      seconds = 0
    }
    sender.stop()
    return waits
  }

  test('sending is tried again by itself, after longer and longer waits up to half a minute', async () => {
    const lost = tab(['lost'])
    await lost.sender.enqueue('ana', outgoingText('a'))
    expect(await waitsOf(lost, 7)).toEqual([1, 2, 4, 8, 16, 30, 30])
  })

  test('after a success the waits begin at one second again', async () => {
    const flaky = tab(['lost', 'lost', 'lost', 'sent', 'lost'])
    await flaky.sender.enqueue('ana', outgoingText('a'))
    await vi.advanceTimersByTimeAsync(7000)
    expect(sent).toEqual(['a'])
    await flaky.sender.enqueue('ana', outgoingText('b'))
    expect(await waitsOf(flaky, 2)).toEqual([1, 2])
  })
})

describe('a reload', () => {
  test('leaves waiting messages to the next page, rejected ones included', async () => {
    const before = tab(['rejected', 'lost'])
    await before.sender.enqueue('ana', outgoingText('a'))
    await before.sender.enqueue('ana', outgoingText('b'))
    before.sender.stop()

    const after = tab()
    await after.sender.flushAll()
    expect(sent).toEqual(['b'])
    expect(after.shown()).toMatchObject([{ clientId: 'a', problem: { code: 'chat.too_long' } }])
  })
})

test('two tabs do not both send a message', async () => {
  const [one, other] = [tab(['lost', 'sent']), tab()]
  await one.sender.enqueue('ana', outgoingText('a'))
  await Promise.all([one.sender.flushAll(), other.sender.flushAll()])
  expect(sent).toEqual(['a'])
})

test('what another version of the site stored in another form is left out', async () => {
  await chatStore('me').write('outbox', 'ana', [{ text: 'old form' }, null, outgoingText('a')])
  const { sender } = tab()
  await sender.flushAll()
  expect(sent).toEqual(['a'])
})

test('what another member left on the device is not read', async () => {
  await chatStore('other').write('outbox', 'ana', [outgoingText('a')])
  const { sender } = tab()
  await sender.flushAll()
  expect(sent).toEqual([])
})
