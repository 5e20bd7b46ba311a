import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ProfileEdit, updateProfile, type OwnProfile } from '#contract/profiles.ts'
import { call } from '#web/api/call.ts'
import { useApiForm } from '#web/api/use-api-form.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { changedFields, profileFormValues } from './profile-form-values.ts'
import { memberQuery, ownProfileQuery } from './queries.ts'

/** The form of the member's own profile; saving updates the caches that show it. */
export function useProfileForm(profile: OwnProfile) {
  const t = useTranslations('profiles.own')
  const client = useQueryClient()
  const toast = useToast()
  const form = useApiForm({
    schema: ProfileEdit,
    defaultValues: profileFormValues(profile),
    async send(values) {
      const reply = await call(updateProfile, { body: changedFields(profileFormValues(profile), values) })
      client.setQueryData(ownProfileQuery().queryKey, reply)
      // The profile as others see it.
      void client.invalidateQueries({ queryKey: memberQuery(profile.id).queryKey })
      // The first letter of the name in the top bar.
      void client.invalidateQueries({ queryKey: userQuery().queryKey })
      // What was saved is no longer a change.
      form.reset(profileFormValues(reply.profile))
      toast.show({ tone: 'success', title: t('saved') })
    },
  })
  return form
}
