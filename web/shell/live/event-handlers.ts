import type { QueryClient } from '@tanstack/react-query'
import type { RealtimeEvent } from '#contract/realtime.ts'
import type { RealtimeHandlers } from '#web/api/realtime/realtime.ts'
import { accountsHandlers } from '#web/features/accounts/realtime.ts'
import { chatHandlers } from '#web/features/chat/realtime/realtime.ts'
import { likesHandlers } from '#web/features/likes/realtime.ts'
import { paymentsHandlers } from '#web/features/payments/realtime.ts'

const slices: RealtimeHandlers[] = [accountsHandlers, chatHandlers, likesHandlers, paymentsHandlers]

/** Passes an event to the slices that handle it. */
export function handleEvent(event: RealtimeEvent, client: QueryClient) {
  for (const handlers of slices) {
    // The compiler cannot see that the handler under an event's type accepts that event.
    const handle = handlers[event.type] as ((event: RealtimeEvent, client: QueryClient) => void) | undefined
    handle?.(event, client)
  }
}

/** Fetches again everything that could be outdated because events were missed. */
export function handleGap(client: QueryClient) {
  for (const { reset } of slices) reset?.(client)
}
