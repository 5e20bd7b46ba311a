import type { OrderStatus } from '#contract/payments.ts'
import { defineEvent } from '#server/platform/events.ts'

/** A provider's word moved an order to another state. */
export const orderChanged = defineEvent<{ userId: number; orderId: string; status: OrderStatus }>('order.changed')

/** An order is paid: its credits are granted in the same transaction. */
export const paymentCompleted = defineEvent<{ userId: number; orderId: string; credits: number }>('payment.completed')
