import { Outlet } from 'react-router'
import { requireLogin } from './require-login.ts'

export const middleware = [requireLogin]
export const clientMiddleware = [requireLogin]

export default function MembersOnly() {
  return <Outlet />
}
