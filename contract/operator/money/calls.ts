import { endpoint } from '#contract/endpoint.ts'
import type * as schemas from './schemas.ts'

const seeing = { permission: 'money.see' } as const
const books = { permission: 'money.books' } as const

export const listOrders = endpoint<typeof schemas.listOrders>('GET', '/api/operator/orders', 'operator', seeing)
export const exportOrders = endpoint<typeof schemas.exportOrders>('GET', '/api/operator/orders/file', 'operator', books)
export const getOrderFile = endpoint<typeof schemas.getOrderFile>(
  'GET',
  '/api/operator/orders/:orderId',
  'operator',
  seeing,
)
export const refundOrder = endpoint<typeof schemas.refundOrder>(
  'POST',
  '/api/operator/orders/:orderId/refunds',
  'operator',
  { permission: 'money.refund' },
)
export const listIncidents = endpoint<typeof schemas.listIncidents>(
  'GET',
  '/api/operator/incidents',
  'operator',
  seeing,
)
export const closeIncident = endpoint<typeof schemas.closeIncident>(
  'PUT',
  '/api/operator/orders/:orderId/incidents/:kind/closed',
  'operator',
  { permission: 'incidents.close' },
)
export const listDays = endpoint<typeof schemas.listDays>('GET', '/api/operator/money/days', 'operator', books)
export const listVat = endpoint<typeof schemas.listVat>('GET', '/api/operator/money/vat', 'operator', books)
export const exportVat = endpoint<typeof schemas.exportVat>('GET', '/api/operator/money/vat/file', 'operator', books)
