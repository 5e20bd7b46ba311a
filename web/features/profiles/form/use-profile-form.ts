import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { ProfileEdit, updateProfile, type OwnProfile } from '#contract/profiles/profiles.ts'
import { call } from '#web/api/call.ts'
import { useApiForm } from '#web/api/forms/use-api-form.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { changedFields, profileFormValues } from './profile-form-values.ts'
import { memberQuery, ownProfileQuery } from '#web/features/profiles/queries.ts'

/** The form of the member's own profile; saving updates the caches that show it. */
export function useProfileForm(profile: OwnProfile) {
  const t = useTranslations('profiles.own')
  const client = useQueryClient()
  const toast = useToast()
  // Not the present ones: what another device has changed since is no change of this form.
  const [before, setBefore] = useState(() => profileFormValues(profile))
  const form = useApiForm({
    schema: ProfileEdit,
    defaultValues: before,
    async send(values) {
      const reply = await call(updateProfile, { body: changedFields(before, values) })
      client.setQueryData(ownProfileQuery().queryKey, reply)
      // The profile as others see it.
      void client.invalidateQueries({ queryKey: memberQuery(profile.id).queryKey })
      // The first letter of the name in the top bar.
      void client.invalidateQueries({ queryKey: userQuery().queryKey })
      // What was saved is no longer a change.
      const saved = profileFormValues(reply.profile)
      setBefore(saved)
      form.reset(saved)
      toast.show({ tone: 'success', title: t('saved') })
    },
  })
  return form
}
