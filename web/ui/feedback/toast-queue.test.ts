import { expect, test } from 'vitest'
import { createToastQueue } from './toast-queue.ts'

function fixture() {
  const seen: string[] = []
  const queue = createToastQueue({ onFirst: () => seen.push('load') })
  const connect = () =>
    queue.connect({
      show: (toast) => seen.push(`show ${toast.id}`),
      close: (id) => seen.push(`close ${id}`),
    })
  return { seen, queue, connect }
}

test('toasts wait for the code that draws them, which is asked for once', () => {
  const { seen, queue, connect } = fixture()
  queue.show({ title: 'one' })
  queue.show({ title: 'two' })
  connect()
  queue.show({ title: 'three' })
  expect(seen).toEqual(['load', 'show toast-1', 'show toast-2', 'show toast-3'])
})

test('a toast closed while it waits is never drawn', () => {
  const { seen, queue, connect } = fixture()
  queue.close(queue.show({ title: 'one' }))
  connect()
  expect(seen).toEqual(['load'])
})

test('a drawer that leaves and comes back misses nothing', () => {
  const { seen, queue, connect } = fixture()
  connect()()
  queue.show({ title: 'one' })
  connect()
  expect(seen).toEqual(['load', 'show toast-1'])
})
