import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ProfileEdit, updateProfile, type OwnProfile } from '#contract/profiles.ts'
import { call } from '#web/api/call.ts'
import { useApiForm } from '#web/api/use-api-form.ts'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { profileFormValues } from './profile-form-values.ts'
import { memberQuery, ownProfileQuery } from './queries.ts'

/** The form of the member's own profile; saving updates the caches that show it. */
export function useProfileForm(profile: OwnProfile) {
  const t = useTranslations('profiles.own')
  const client = useQueryClient()
  const toast = useToast()
  return useApiForm({
    schema: ProfileEdit,
    defaultValues: profileFormValues(profile),
    async send(body) {
      const reply = await call(updateProfile, { body })
      client.setQueryData(ownProfileQuery().queryKey, reply)
      // The profile as others see it.
      void client.invalidateQueries({ queryKey: memberQuery(profile.id).queryKey })
      toast.show({ tone: 'success', title: t('saved') })
    },
  })
}

export type ProfileFormState = ReturnType<typeof useProfileForm>
