import { useSuspenseQuery } from '@tanstack/react-query'
import { loading, type Loading } from '#web/api/load.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { verificationQuery } from '#web/features/profiles/verification/queries.ts'
import { VerificationPanel } from '#web/features/profiles/verification/verification-panel.tsx'
import type { Route } from './+types/verification'

const load = loading(async ({ query }: Loading<Route.LoaderArgs>) => {
  await Promise.all([query(verificationQuery()), query(ownProfileQuery())])
})
export const loader = load
export const clientLoader = load

/** Whether the viewer's photos are verified, and how they can be. */
export default function VerificationSettings() {
  const { photos } = useSuspenseQuery(ownProfileQuery()).data.profile
  return <VerificationPanel hasMainPhoto={photos.some(({ isMain, status }) => isMain && status === 'active')} />
}
