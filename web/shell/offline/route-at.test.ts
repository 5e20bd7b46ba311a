import { matchRoutes, type RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '#web/routes.ts'
import { routeAt, type TableRoute } from './route-at.ts'

const idOf = ({ id, file }: RouteConfigEntry) => id ?? file.replace(/\.tsx$/, '')

function tableOf(entries: readonly RouteConfigEntry[], parentId: string): TableRoute[] {
  return entries.flatMap((entry) => {
    const id = idOf(entry)
    const { path, children = [] } = entry
    return [{ id, parentId, ...(path !== undefined && { path }) }, ...tableOf(children, id)]
  })
}

function treeOf(entries: readonly RouteConfigEntry[]): RouteObject[] {
  return entries.map((entry) => ({
    id: idOf(entry),
    ...(entry.path !== undefined && { path: entry.path }),
    ...(entry.index ? { index: true } : { children: treeOf(entry.children ?? []) }),
  }))
}

const table: TableRoute[] = [{ id: 'root', path: '' }, ...tableOf(routes, 'root')]
const tree: RouteObject[] = [{ id: 'root', path: '', children: treeOf(routes) }]

test.each([
  '/',
  '/members',
  '/members/',
  '/members/abc',
  '/members/abc/chat',
  '/likes',
  '/likes/sent',
  '/likes/m/abc',
  '/profile',
  '/profile/visitors',
  '/notifications',
  '/notifications/account',
  '/notifications/data',
  '/credits',
  '/credits/repeat-order',
  '/credits/p1/ideal',
  '/chats/c-1',
  '/Chats',
  '/terms',
  '/abc',
  '/a/b/c',
])('at %s it is the route that the router matches', (path) => {
  const matches = matchRoutes(tree, path)
  const match = routeAt(table, path)
  expect(match?.ids).toEqual(matches?.map(({ route }) => route.id))
  const { '*': _, ...params } = matches?.at(-1)?.params ?? {}
  expect(match?.params).toEqual(params)
})
