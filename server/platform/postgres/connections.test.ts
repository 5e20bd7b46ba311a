import { expect, test } from 'vitest'
import { connectionsNeeded, connectionSettings } from './connections.ts'

test('one process and a few have enough connections by default', () => {
  for (const processes of [1, 2, 6]) expect(connectionSettings({ processes, databasePoolSize: 10 })).toEqual({})
})

test('more processes and greater pools get as many connections as they open, and some for commands', () => {
  expect(connectionSettings({ processes: 8, databasePoolSize: 10 })).toEqual({ max_connections: '120' })
  expect(connectionSettings({ processes: 4, databasePoolSize: 50 })).toEqual({ max_connections: '272' })
  expect(connectionsNeeded({ processes: 1, databasePoolSize: 200 })).toBe(214)
})
