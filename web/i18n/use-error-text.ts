import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { ErrorParams } from '#contract/errors.ts'
import { ApiError, type ApiErrorCode } from '#web/api/api-error.ts'

/** Words a failure: `errorText(error)` for anything caught, `errorText.ofCode(code)` where a code is at hand. */
export function useErrorText() {
  const t = useTranslations('errors')
  const ofCode = useCallback((code: ApiErrorCode, params?: ErrorParams) => t(code, params), [t])
  const errorText = useCallback(
    (error: unknown) => (error instanceof ApiError ? ofCode(error.code, error.params) : ofCode('request.failed')),
    [ofCode],
  )
  return Object.assign(errorText, { ofCode })
}
