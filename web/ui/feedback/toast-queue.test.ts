import { expect, test, vi } from 'vitest'
import { createToastQueue, type ToastMessage } from './toast-queue.ts'

function fixture() {
  const calls: string[] = []
  const load = async () => void calls.push('load')
  const queue = createToastQueue({ load })
  const show = (title: string) => queue.show({ tone: 'success', title })
  const connect = () =>
    queue.connect({
      show: ({ title }) => calls.push(`show ${title}`),
      close: (id) => calls.push(`close ${id}`),
    })
  return { calls, queue, show, connect }
}

test('nothing is loaded before the first toast', () => {
  const { calls, connect } = fixture()
  connect()
  expect(calls).toEqual([])
})

test('toasts wait for the renderer, which is loaded once', () => {
  const { calls, show, connect } = fixture()
  show('one')
  show('two')
  connect()
  show('three')
  expect(calls).toEqual(['load', 'show one', 'show two', 'show three'])
})

test('a toast that is closed while it waits is never shown', () => {
  const { calls, queue, show, connect } = fixture()
  queue.close(show('one'))
  connect()
  expect(calls).toEqual(['load'])
})

test('a toast that is shown is closed by its id', () => {
  const { calls, queue, show, connect } = fixture()
  connect()
  show('one')
  const second = show('two')
  queue.close(second)
  expect(calls.at(-1)).toBe(`close ${second}`)
})

test('a renderer that disconnects and connects again misses no toast and repeats none', () => {
  const { calls, show, connect } = fixture()
  show('one')
  connect()()
  show('two')
  connect()
  expect(calls).toEqual(['load', 'show one', 'show two'])
})

test('a renderer that cannot be loaded is loaded again with the next toast, without those before', async () => {
  const titles: string[] = []
  const load = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue()
  const queue = createToastQueue({ load })
  queue.show({ tone: 'success', title: 'one' })
  await vi.waitFor(() => {
    queue.show({ tone: 'success', title: 'two' })
    expect(load).toHaveBeenCalledTimes(2)
  })
  queue.connect({ show: ({ title }) => titles.push(title), close: () => {} })
  expect(titles).toEqual(['two'])
})

test('a toast keeps its tone', () => {
  const toasts: ToastMessage[] = []
  const queue = createToastQueue({ load: async () => {} })
  const id = queue.show({ tone: 'danger', title: 'Failed' })
  queue.connect({ show: (toast) => toasts.push(toast), close: () => {} })
  expect(toasts).toEqual([{ id, tone: 'danger', title: 'Failed' }])
})
