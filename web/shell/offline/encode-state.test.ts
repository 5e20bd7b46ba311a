import { UNSAFE_decodeViaTurboStream } from 'react-router'
import { expect, test } from 'vitest'
import { encodeState } from './encode-state.ts'

test.each([[['root']], [['root', 'shell/layouts/chat-layout', 'routes/chats']]])(
  'the router reads the state of %j',
  async (ids) => {
    const bytes = new Response(encodeState(ids)).body
    if (!bytes) throw new Error('no body')
    const { value } = await UNSAFE_decodeViaTurboStream(bytes, globalThis)
    const loaderData = Object.fromEntries(ids.map((id) => [id, null]))
    expect(value).toEqual({ loaderData, actionData: null, errors: null })
  },
)
