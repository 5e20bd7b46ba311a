import { CASE_HOLD_DAYS } from '#contract/limits.ts'
import type { CaseKind, CaseSource, PartyRole } from '#contract/moderation/cases.ts'
import { DAY } from '#contract/time.ts'
import { caseOpened } from '#server/features/moderation/events.ts'
import { priorityOf, type CaseContent } from '#server/features/moderation/rules.ts'
import type { Context } from '#server/platform/context.ts'
import { newId, newPublicId } from '#server/platform/ids.ts'
import { emit } from '#server/platform/postgres/db.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { insertEvent } from './case-queries.ts'
import * as queries from './open-queries.ts'

/** A copy that belongs to a case. `authorId`: a member with whose account it is deleted. */
export interface Evidence {
  kind: 'conversation' | 'profile' | 'photo' | 'appeal' | 'signal' | 'note' | 'removed'
  authorId?: number | null
  data: object
  storageKey?: string | null
}

export interface NewCase {
  kind: CaseKind
  /** The member whose behaviour or content it is about; null for a complaint. */
  subjectId: number | null
  siteId: number | null
  /** Reason of a report, name of a signal, topic of a complaint. */
  reason: string
  source: CaseSource
  /** What the decision 'remove_content' removes. */
  content?: CaseContent | null
  /** While a case with this key is open, others join it. */
  key?: string | null
  /** Higher comes first; default: by kind and reason. */
  priority?: number
  /** When it must be decided. */
  dueAt?: Date | null
  evidence?: Evidence[]
  /** Who is informed the outcome, under a reference that only they have. */
  party?: { reference: string; role: PartyRole; userId: number | null }
  /** The operator who opened it. */
  opener?: { actorId: string; clientId: string }
  /** Of an appeal. */
  appeal?: { of: number; appellant: 'subject' | 'notifier'; excludedActor: string | null }
}

/**
 * Opens a case in the queue of the operators, in the transaction of what it is about. With the `key` of an
 * open case it adds to that one instead. Returns the key of the case.
 * Source: MOD-20.
 */
export async function openCase(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  { evidence = [], party, opener, ...input }: NewCase,
): Promise<{ caseId: number; reference: string; isNew: boolean }> {
  const at = clock.now()
  const { kind, key = null } = input
  if (key !== null) await queries.lockKey(tx, key)
  const retainUntil = new Date(at.getTime() + CASE_HOLD_DAYS * DAY)
  const joined = key === null ? null : await queries.joinOpenCase(tx, { key, priority: priority(input), retainUntil })
  const opened = joined ?? {
    ...(await queries.insertCase(tx, {
      id: newId(clock),
      reference: newPublicId(),
      kind,
      siteId: input.siteId,
      subjectId: input.subjectId,
      reason: input.reason,
      source: input.source,
      content: input.content ?? null,
      key,
      priority: priority(input),
      openedAt: at,
      dueAt: input.dueAt ?? null,
      retainUntil,
      appealOf: input.appeal?.of ?? null,
      appellant: input.appeal?.appellant ?? null,
      excludedActor: input.appeal?.excludedActor ?? null,
    })),
  }
  const caseId = opened.id
  for (const each of evidence) await addEvidence({ clock }, tx, { caseId, evidence: each })
  if (party) await queries.insertParty(tx, { ...party, caseId, createdAt: at })
  await insertEvent(tx, { id: newId(clock), caseId, type: joined ? 'joined' : 'opened', at, ...opener })
  if (!joined) await emit(tx, caseOpened, { caseId, kind })
  return { caseId, reference: opened.reference, isNew: joined === null }
}

/** Adds a copy to a case. Files of `storageKey` stay as long as it does. */
export async function addEvidence(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  { caseId, evidence: { authorId = null, storageKey = null, ...evidence } }: { caseId: number; evidence: Evidence },
) {
  const createdAt = clock.now()
  await queries.insertEvidence(tx, { ...evidence, id: newId(clock), caseId, authorId, storageKey, createdAt })
}

function priority({ kind, reason, priority: given }: NewCase) {
  return given ?? priorityOf({ kind, reason })
}
