import { expect, test } from 'vitest'
import { collectClosers } from './closers.ts'

test('resources are closed in reverse order, also after one that fails, whose error comes at the end', async () => {
  const closed: string[] = []
  const { onClose, closeAll } = collectClosers()
  const add = (name: string, error?: Error) =>
    onClose(async () => {
      closed.push(name)
      if (error) throw error
    })
  add('database', new Error('second'))
  add('redis')
  add('site', new Error('first'))
  await expect(closeAll()).rejects.toThrow('first')
  expect(closed).toEqual(['site', 'redis', 'database'])
  await closeAll()
})
