import { expect, test, vi } from 'vitest'
import { routerState } from './router-state.ts'

/** A page of these routes whose encoder writes a text of its own. */
function page(
  context: { loaderData: Record<string, unknown>; actionData?: object | null; errors?: object | null },
  text: string,
) {
  const openHandoffStream = vi.fn<() => ReadableStream<Uint8Array>>(() => new Blob([text]).stream())
  const staticHandlerContext = { actionData: null, errors: null, ...context } as never
  return { staticHandlerContext, openHandoffStream }
}

test('the state of pages without data of their own is encoded once for their routes', async () => {
  const loaderData = { root: null, members: null }
  const second = page({ loaderData }, 'second')
  expect(await routerState(page({ loaderData }, 'first'))).toBe('first')
  expect(await routerState(second)).toBe('first')
  expect(second.openHandoffStream).not.toHaveBeenCalled()
})

test('other routes have a state of their own', async () => {
  expect(await routerState(page({ loaderData: { root: null } }, 'of root'))).toBe('of root')
  expect(await routerState(page({ loaderData: { root: null, chats: null } }, 'of chats'))).toBe('of chats')
})

test.each([
  ['data', { loaderData: { root: null, faq: { id: 1 } } }],
  ['data of an action', { loaderData: { root: null, faq: null }, actionData: { faq: 1 } }],
  ['errors', { loaderData: { root: null, faq: null }, errors: { faq: new Error('broken') } }],
])('a state with %s is encoded for each page', async (_, context) => {
  expect(await routerState(page(context, 'one'))).toBe('one')
  expect(await routerState(page(context, 'other'))).toBe('other')
})
