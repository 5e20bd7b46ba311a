import { useLocation, useNavigate, useRevalidator, type NavigateOptions } from 'react-router'
import { isAtPage } from './navigation-target.ts'

/**
 * Returns a function that opens the page after an action that the server has answered. If the person has gone
 * to another page, it stays, and its loaders run again: they may redirect now. Call it in the function that
 * sends the action, which belongs to the page of the press; a later callback belongs to another.
 */
export function useContinueTo() {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  return async (to: string, options?: NavigateOptions) => {
    if (isAtPage(pathname)) await navigate(to, options)
    else await revalidate()
  }
}
