import { useLocation, useNavigate, useRevalidator, type NavigateOptions } from 'react-router'
import { isAtPage } from './navigation-target.ts'

/**
 * Returns a function that opens the page that follows an action, once the server has answered it. Who has gone to another page
 * before the answer stays on that one; its loaders run again, because they may send the person elsewhere now. Call it in the
 * function that sends the action, which belongs to the page of the press; a later callback belongs to the page of the answer.
 */
export function useGoOn() {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  return async (to: string, options?: NavigateOptions) => {
    if (isAtPage(pathname)) await navigate(to, options)
    else await revalidate()
  }
}
