import { likeLists, type LikeList } from '#contract/likes.ts'
import type { Order } from '#contract/payments.ts'
import { href } from 'react-router'

/**
 * Returns the list that a path names; `/likes` shows the received likes.
 * @throws Response 404 for any other list
 */
export function likeListOf(type: string | undefined): LikeList {
  const list = type === undefined ? 'received' : likeLists.find((each) => each === type)
  if (!list) throw new Response(null, { status: 404 })
  return list
}

/** Returns whether a path of one segment has the form of a one-time link; every other one is an unknown page. */
export function isLinkToken(text: string) {
  return /^[\w-]{43}$/.test(text)
}

/** Returns where `/transactions` leads: to the latest order (the first of the list), without any to the bundles. */
export function latestOrderPath([latest]: readonly Pick<Order, 'id'>[]) {
  return latest ? href('/transactions/:id?', { id: latest.id }) : href('/credits')
}

/** Returns the offered option that a path names, or the first one. Undefined if nothing is offered. */
export function optionOf<Option extends string>(options: readonly Option[], text: string | undefined) {
  return options.find((option) => option === text) ?? options[0]
}
