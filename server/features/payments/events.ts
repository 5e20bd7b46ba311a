import type { OrderStatus } from '#contract/payments/schemas.ts'
import { defineEvent } from '#server/platform/events.ts'

/** A provider's report changed the state of an order. */
export const orderChanged = defineEvent<{ userId: number; orderId: string; status: OrderStatus }>('order.changed')

/** An order was paid. Its credits are granted in the same transaction. */
export const paymentCompleted = defineEvent<{ userId: number; orderId: string; credits: number }>('payment.completed')
