import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { CaseView } from '#contract/moderation/case-schemas.ts'
import type { CaseKind } from '#contract/moderation/cases.ts'
import * as calls from '#contract/operator/moderation/calls.ts'
import { ApiError } from '#web/api/api-error.ts'
import { apiQueryKey } from '#web/api/queries.ts'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import { isCancelled, useAct } from '#web/features/operator/access/confirmation.tsx'
import { useOperator } from '#web/features/operator/queries.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useToast } from '#web/ui/feedback/toast.tsx'
import type { Outcome } from './decision-form.tsx'
import { casePath, caseQuery, waitingQuery } from './queries.ts'

interface Work {
  case: Pick<CaseView, 'reference' | 'version' | 'claim'>
  kind: CaseKind | undefined
  /** The case that comes next, which is fetched while the operator works on this one. */
  next: string | null
}

/** What an operator does with a case: take it, decide it, give it back, go on with the next one. */
export function useCaseWork({ case: { reference, version, claim }, kind, next }: Work) {
  const act = useAct()
  const client = useQueryClient()
  const showError = useErrorToast()
  const openNext = useOpenNext(kind)
  const markClaimed = useMarkClaimed(kind)
  const t = useTranslations('operator-cases.decision')
  const toast = useToast()
  const [clientId] = useState(() => crypto.randomUUID())
  const refresh = () => client.invalidateQueries({ queryKey: apiQueryKey(calls.getCase) })

  useEffect(() => {
    // Without it the case is fetched when it opens.
    if (claim === 'mine' && next !== null) client.query(caseQuery(next, kind)).catch(() => null)
  }, [claim, next, kind, client])

  /** Shows why something failed, and the case as it is now. */
  async function attempt(run: () => Promise<void>) {
    try {
      await run()
    } catch (error) {
      if (isCancelled(error)) return
      showError(error)
      await refresh()
    }
  }

  return {
    claim: () =>
      attempt(async () => {
        const { claimedUntil } = await act(calls.claimCase, { params: { reference } })
        markClaimed(reference, claimedUntil)
        // Fetches what joined the case meanwhile, before it is judged.
        await refresh()
      }),

    giveBack: () =>
      attempt(async () => {
        await act(calls.skipCase, { params: { reference } })
        await openNext({ next, current: reference })
      }),

    openNext: () => attempt(() => openNext({ next, current: reference })),

    /** @throws ApiError about the field, or the case */
    async nameImage(place: string) {
      await act(calls.nameCaseImage, { params: { reference }, body: { place } })
      await refresh()
    },

    /** @throws ApiError about a field of the form, or the case */
    async decide(outcome: Outcome) {
      try {
        await act(calls.decideCase, { params: { reference }, body: { clientId, version, ...outcome } })
      } catch (error) {
        if (error instanceof ApiError && error.code.startsWith('moderation.case_')) await refresh()
        throw error
      }
      toast.show({ tone: 'success', title: t('done') })
      await attempt(() => openNext({ next, current: reference }))
    },
  }
}

/** Opens the next case as the operator's own, or the list when there is none. */
export function useOpenNext(kind: CaseKind | undefined) {
  const act = useAct()
  const client = useQueryClient()
  const navigate = useNavigate()
  const markClaimed = useMarkClaimed(kind)
  const toast = useToast()
  const t = useTranslations('operator-cases')
  return async ({ next, current }: { next: string | null; current: string | null }) => {
    const reference = (next && (await claim(next))) || (await claimFirst(current))
    // What was seen of the other case is old now, but still on the screen.
    if (current !== null)
      void client.invalidateQueries({ queryKey: caseQuery(current, kind).queryKey, refetchType: 'none' })
    void client.invalidateQueries({ queryKey: apiQueryKey(calls.listCases) })
    void client.invalidateQueries({ queryKey: waitingQuery().queryKey })
    if (reference === null || reference === current) {
      toast.show({ tone: 'success', title: t('allDone') })
      await navigate('/operator/cases')
    } else await navigate(casePath(reference, kind))
  }

  /** Null when someone else was faster. */
  async function claim(reference: string) {
    try {
      const { claimedUntil } = await act(calls.claimCase, { params: { reference } })
      markClaimed(reference, claimedUntil)
      return reference
    } catch (error) {
      if (error instanceof ApiError && error.code.startsWith('moderation.case_')) return null
      throw error
    }
  }

  async function claimFirst(current: string | null) {
    const { reference } = await act(calls.claimNextCase, { body: { kind: kind ?? null } })
    // Its state is another one than the cache may have.
    if (reference !== null && reference !== current) await client.query({ ...caseQuery(reference, kind), staleTime: 0 })
    return reference
  }
}

function useMarkClaimed(kind: CaseKind | undefined) {
  const client = useQueryClient()
  const { id } = useOperator()
  return (reference: string, claimedUntil: string) =>
    client.setQueryData(
      caseQuery(reference, kind).queryKey,
      (cached) =>
        cached && { ...cached, case: { ...cached.case, claim: 'mine' as const, claimedBy: id, claimedUntil } },
    )
}
