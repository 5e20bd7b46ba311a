import { expect, test } from 'vitest'
import { createToastQueue, type ToastMessage } from './toast-queue.ts'

function fixture() {
  const calls: string[] = []
  const queue = createToastQueue({ onFirst: () => calls.push('load') })
  const show = (title: string) => queue.show({ tone: 'success', title })
  const connect = () => queue.connect(({ title }: ToastMessage) => calls.push(`show ${title}`))
  return { calls, show, connect }
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

test('a renderer that disconnects and connects again misses no toast and repeats none', () => {
  const { calls, show, connect } = fixture()
  show('one')
  connect()()
  show('two')
  connect()
  expect(calls).toEqual(['load', 'show one', 'show two'])
})

test('a toast keeps its tone', () => {
  const shown: ToastMessage[] = []
  const queue = createToastQueue({ onFirst: () => {} })
  queue.show({ tone: 'danger', title: 'Failed' })
  queue.connect((message) => shown.push(message))
  expect(shown).toEqual([{ tone: 'danger', title: 'Failed' }])
})
