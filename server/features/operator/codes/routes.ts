import * as contract from '#contract/operator/codes/calls.ts'
import * as schemas from '#contract/operator/codes/schemas.ts'
import type { NewCode } from '#contract/operator/codes/schemas.ts'
import { DISCOUNT_CODES_MAX } from '#contract/limits.ts'
import { DAY } from '#contract/time.ts'
import type { AppContext } from '#server/context.ts'
import { createOffer, endOffer, offers } from '#server/features/credits/offers.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { fieldError } from '#server/platform/errors.ts'
import { recordAct } from '../audit/record.ts'

/** Discount codes that operators make. */
export function codeRoutes({ route }: Routes, context: AppContext) {
  const { clock, transaction } = context

  route(contract.listCodes, schemas.listCodes, async () => {
    const now = clock.now()
    const all = (await offers(context)).slice(0, DISCOUNT_CODES_MAX)
    return {
      codes: all.map(({ userId, startsAt, expiresAt, ...offer }) => ({
        ...offer,
        isForOne: userId !== null,
        startsAt: startsAt?.toISOString() ?? null,
        expiresAt: expiresAt?.toISOString() ?? null,
        hasEnded: expiresAt !== null && expiresAt <= now,
      })),
    }
  })

  route(contract.createCode, schemas.createCode, async ({ operator, body }) => {
    const { percentage } = body
    await transaction(async (tx) => {
      await createOffer({ db: tx, clock }, toOffer(body))
      const subject = { kind: 'code' as const, id: body.code }
      await recordAct(tx, { operator, act: 'code_created', subject, details: { percentage } })
    })
    return null
  })

  route(contract.endCode, schemas.endCode, async ({ operator, params: { code } }) => {
    await transaction(async (tx) => {
      await endOffer({ db: tx, clock }, { code })
      await recordAct(tx, { operator, act: 'code_ended', subject: { kind: 'code', id: code } })
    })
    return null
  })
}

/** Days are those of UTC, and the last one counts. */
function toOffer({ startsOn, endsOn, ...offer }: NewCode) {
  const startsAt = startsOn === null ? null : new Date(startsOn)
  const expiresAt = endsOn === null ? null : new Date(Date.parse(endsOn) + DAY)
  if (startsAt && expiresAt && startsAt >= expiresAt) throw fieldError('endsOn', 'settings.value_invalid')
  return { ...offer, startsAt, expiresAt }
}
