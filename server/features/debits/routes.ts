import * as contract from '#contract/debits/calls.ts'
import * as schemas from '#contract/debits/schemas.ts'
import { DEBIT_RATE, SMS_RATE } from '#contract/limits.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import type { AppContext } from '#server/context.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { directDebit, payByDebit, requestCode } from './service.ts'

export function debitsRoutes({ route }: Routes<Viewer>, context: AppContext) {
  route(contract.getDirectDebit, schemas.getDirectDebit, ({ viewer, visitor, host }) =>
    directDebit(context, { viewer, visitor: visitor(), site: context.sites.of(host) }),
  )

  route(
    contract.sendDebitCode,
    schemas.sendDebitCode,
    ({ viewer, visitor, host, body: { phone } }) =>
      requestCode(context, { viewer, visitor: visitor(), site: context.sites.of(host), phone }),
    { memberRate: SMS_RATE },
  )

  route(
    contract.payByDebit,
    schemas.payByDebit,
    ({ viewer, visitor, host, body: { clientId, bundle, code: discount, ...form } }) =>
      payByDebit(context, {
        viewer,
        visitor: visitor(),
        site: context.sites.of(host),
        form,
        clientId,
        bundle,
        discount,
      }),
    { memberRate: DEBIT_RATE },
  )
}
