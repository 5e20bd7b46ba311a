import { useCallback } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { ErrorCode, ErrorParams } from '#contract/errors.ts'
import {
  FREE_CONVERSATIONS,
  MINIMUM_AGE,
  NAME_MAX_LENGTH,
  NAME_MIN_LENGTH,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  PHOTO_MAX_MEGABYTES,
  PHOTO_MIN_SIDE_PX,
} from '#contract/limits.ts'
import { ApiError, type ApiErrorCode } from '#web/api/api-error.ts'

/** Limits that the sentences of some errors name. Params of the server come on top. */
const limits: Partial<Record<ErrorCode, ErrorParams>> = {
  'accounts.password_too_short': { min: PASSWORD_MIN_LENGTH },
  'accounts.password_too_long': { max: PASSWORD_MAX_LENGTH },
  'profiles.birth_date_required': { min_age: MINIMUM_AGE },
  'profiles.name_length': { min: NAME_MIN_LENGTH, max: NAME_MAX_LENGTH },
  'profiles.photo_too_large': { megabytes: PHOTO_MAX_MEGABYTES },
  'profiles.photo_too_small': { pixels: PHOTO_MIN_SIDE_PX },
  'chat.conversation_limit': { count: FREE_CONVERSATIONS },
}

/** Values of the variables in the sentence of an error: the product's limits and what the server sent. */
export function errorTextParams(code: ApiErrorCode, params?: ErrorParams): ErrorParams {
  return { ...(code !== 'request.unreachable' && limits[code]), ...params }
}

/**
 * Translates the failure of a call as `useErrorText` does, but brings only the texts of `request`. Others are
 * loaded when a call throws an error that needs them (`error-texts.ts`): pages without forms do not.
 */
export function useCallErrorText() {
  const t = useTranslations()
  const requestText = useTranslations('errors.request')
  const ofCode = useCallback(
    (code: ApiErrorCode, params?: ErrorParams) =>
      t.has(`errors.${code}`) ? t(`errors.${code}`, errorTextParams(code, params)) : requestText('failed'),
    [t, requestText],
  )
  const errorText = useCallback(
    (error: unknown) => (error instanceof ApiError ? ofCode(error.code, error.params) : ofCode('request.failed')),
    [ofCode],
  )
  return Object.assign(errorText, { ofCode })
}
