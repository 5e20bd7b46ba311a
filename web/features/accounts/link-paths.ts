import { href } from 'react-router'
import type { LinkPurpose } from '#contract/accounts/schemas.ts'
import type { openLink } from '#contract/accounts/calls.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { ApiError } from '#web/api/api-error.ts'

/** For each purpose, where an opened link leads, and the page for an invalid one, with a new one (ACC-5). */
const paths: Record<LinkPurpose, { opened: () => string; invalid: () => string }> = {
  activation: { opened: () => href('/activate/done'), invalid: () => href('/activate/error') },
  restore: { opened: () => opened(href('/account-deleted')), invalid: invalidRestorePath },
  reset: { opened: () => href('/reset-password'), invalid: invalidResetPath },
  mail_change: { opened: () => opened(href('/mail-change/do')), invalid: invalidMailChangePath },
  mail_change_undo: { opened: () => href('/reset-password'), invalid: invalidResetPath },
}

/** The page of a result, which an address without the parameter does not claim. */
function opened(path: string) {
  return `${path}?link=opened`
}

/** The page that requests a link for another password, with the reason why the person is here. */
export function invalidResetPath() {
  return `${href('/reset-password')}?link=invalid`
}

function invalidMailChangePath() {
  return `${href('/mail-change/do')}?link=invalid`
}

function invalidRestorePath() {
  return `${href('/account-deleted')}?link=invalid`
}

/** Returns whether a page was reached by a link that no longer works. */
export function hasInvalidLink(parameters: URLSearchParams) {
  return parameters.get('link') === 'invalid'
}

/** Returns whether a page was reached by a link that worked, which need not have logged in. */
export function hasOpenedLink(parameters: URLSearchParams) {
  return parameters.get('link') === 'opened'
}

/** Returns where an opened link leads. */
export function pathAfterLink({ purpose, resetToken }: ReplyOf<typeof openLink>) {
  if (resetToken) return `${href('/reset-password/do')}?${new URLSearchParams({ token: resetToken }).toString()}`
  return paths[purpose].opened()
}

/** Returns the page that reports a link which could not be opened, or null when its purpose is unknown. */
export function pathAfterInvalidLink({ code, params }: Pick<ApiError, 'code' | 'params'>) {
  const entry = Object.entries(paths).find(([purpose]) => purpose === params['purpose'])?.[1]
  return code === 'accounts.link_invalid' && entry ? entry.invalid() : null
}
