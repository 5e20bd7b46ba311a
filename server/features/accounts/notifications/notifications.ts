import {
  consentKinds,
  stopReasons,
  type EmailKind,
  type NotificationKind,
  type StopReason,
} from '#contract/accounts/notification-kinds.ts'
import type { Language } from '#contract/languages.ts'
import { CONSENT_VERSION } from '#contract/accounts/consent-version.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/postgres/db.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { mailsResumed, mailsStopped, notificationsChosen } from '#server/features/accounts/events.ts'
import { disabledAfterResuming, disabledAfterSaving } from '#server/features/accounts/rules.ts'
import * as queries from './notification-queries.ts'

type Deps = Pick<Context, 'transaction' | 'clock'>

interface Chooser {
  userId: number
  /** In which the choice was shown. */
  language: Language
}

/** Saves which kinds are switched off (NOTE-1). A reason why mails are stopped stays. */
export function saveNotifications(context: Deps, { viewer, kinds }: { viewer: Chooser; kinds: NotificationKind[] }) {
  return change(context, viewer, (stored) => disabledAfterSaving(stored, { kinds, reasons: stopReasons }))
}

/** Starts mails again where the member may decide that (NOTE-1). */
export async function resumeMails({ transaction }: Deps, { viewer: { userId } }: { viewer: { userId: number } }) {
  await transaction(async (tx) => {
    const stored = await queries.lockDisabled(tx, userId)
    const disabled = disabledAfterResuming(stored)
    if (disabled.length === stored.length) return
    await queries.saveDisabled(tx, { userId, disabled })
    await emit(tx, mailsResumed, { userId })
  })
}

/** Stops the mails of a member that can be switched off, for a reason that the pages show (NOTE-1). */
export async function stopMails(tx: Tx, { userId, reason }: { userId: number; reason: StopReason }) {
  const stored = await queries.lockDisabled(tx, userId)
  if (stored.includes(reason)) return
  await queries.saveDisabled(tx, { userId, disabled: [...stored, reason] })
  await emit(tx, mailsStopped, { userId })
}

/** Removes a reason that is true no more. Returns whether it was there. */
export async function removeStopReason(tx: Tx, { userId, reason }: { userId: number; reason: StopReason }) {
  const stored = await queries.lockDisabled(tx, userId)
  const disabled = stored.filter((entry) => entry !== reason)
  const isChanged = disabled.length < stored.length
  if (isChanged) await queries.saveDisabled(tx, { userId, disabled })
  return isChanged
}

/** Stores the choice, and since when there is a yes to the kinds that need one (NOTE-10). */
async function change(
  { transaction, clock }: Deps,
  { userId, language }: Chooser,
  next: (stored: string[]) => string[],
) {
  await transaction(async (tx) => {
    const stored = await queries.lockDisabled(tx, userId)
    const disabled = next(stored)
    await queries.saveDisabled(tx, { userId, disabled })
    const isOff = (list: string[], kind: EmailKind) => list.includes(kind)
    const added = consentKinds.filter((kind) => isOff(stored, kind) && !isOff(disabled, kind))
    const withdrawn = consentKinds.filter((kind) => isOff(disabled, kind))
    await queries.deleteConsents(tx, { userId, kinds: withdrawn })
    const consent = { userId, version: CONSENT_VERSION, language, givenAt: clock.now() }
    await queries.insertConsents(
      tx,
      added.map((kind) => ({ ...consent, kind })),
    )
    await emit(tx, notificationsChosen, { userId })
  })
}
