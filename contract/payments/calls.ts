import { endpoint } from '#contract/endpoint.ts'
import type * as schemas from './schemas.ts'

export const getBundles = endpoint<typeof schemas.getBundles>('GET', '/api/bundles', 'anyone')
export const getPriceList = endpoint<typeof schemas.getPriceList>('GET', '/api/price-list', 'anyone')
export const createOrder = endpoint<typeof schemas.createOrder>('POST', '/api/orders', 'member')
export const getDiscountCode = endpoint<typeof schemas.getDiscountCode>('GET', '/api/discountcode', 'member')
export const getOrder = endpoint<typeof schemas.getOrder>('GET', '/api/orders/:orderId', 'member')
export const listOrders = endpoint<typeof schemas.listOrders>('GET', '/api/orders', 'member')
export const getRepeatOrder = endpoint<typeof schemas.getRepeatOrder>('GET', '/api/repeat-order', 'member')
export const createRepeatOrder = endpoint<typeof schemas.createRepeatOrder>('POST', '/api/repeat-order', 'member')
export const removeStoredMethod = endpoint<typeof schemas.removeStoredMethod>('DELETE', '/api/stored-method', 'member')
export const listWithdrawable = endpoint<typeof schemas.listWithdrawable>('GET', '/api/withdrawals', 'member')
export const withdraw = endpoint<typeof schemas.withdraw>('POST', '/api/orders/:orderId/withdrawal', 'member')
export const getSpendingLimit = endpoint<typeof schemas.getSpendingLimit>('GET', '/api/spending-limit', 'member')
export const setSpendingLimit = endpoint<typeof schemas.setSpendingLimit>('PUT', '/api/spending-limit', 'member')
