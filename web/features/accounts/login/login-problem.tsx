import { lazy, Suspense } from 'react'
import type { ErrorParams } from '#contract/errors.ts'
import { ApiError } from '#web/api/api-error.ts'
import { FormProblem } from '#web/ui/feedback/form-problem.tsx'

const ClosedAccount = lazy(async () => ({ default: (await import('./closed-account.tsx')).ClosedAccount }))

/** Why a log-in failed; for the member of a closed account also its end and the way to the reasons. */
export function LoginProblem({ text, error }: { text: string | null | undefined; error: unknown }) {
  const isClosed = error instanceof ApiError && error.code === 'accounts.disabled'
  const { reference, until }: ErrorParams = text && isClosed ? error.params : {}
  return (
    <>
      <FormProblem>{text}</FormProblem>
      {reference !== undefined && (
        <Suspense>
          <ClosedAccount reference={String(reference)} until={until === undefined ? undefined : String(until)} />
        </Suspense>
      )}
    </>
  )
}
